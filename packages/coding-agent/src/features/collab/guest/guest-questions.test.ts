import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { GuestFrame, UiRequest } from "../protocol/frames.ts";
import { GuestQuestions } from "./guest-questions.ts";

const question = (reqId: string): UiRequest => ({
	reqId,
	kind: "select",
	title: `Question ${reqId}`,
	options: ["Yes"],
});

function questions() {
	const [sent, open]: [GuestFrame[], string[]] = [[], []];
	let answer: (value: string | undefined) => void = () => {};
	const dialogs = {
		select: (title: string, _options: unknown, { signal }: { signal: AbortSignal }) => {
			open.push(title);
			const { promise, resolve } = Promise.withResolvers<string | undefined>();
			answer = resolve;
			signal.addEventListener("abort", () => resolve(undefined));
			return promise.finally(() => open.splice(open.indexOf(title), 1));
		},
	};
	const all = new GuestQuestions({ dialogs: async () => dialogs } as never, (frame) => void sent.push(frame));
	return { all, sent, open, answer: (value: string) => answer(value) };
}

test("guest questions: one that was settled while the guest was away is gone, and the next one opens", async () => {
	const { all, sent, open, answer } = questions();
	all.ask(question("1"));
	await until(() => open.length === 1);
	// The connection is lost.
	all.end();
	all.ask(question("2"));
	await until(() => open.includes("Question 2"));
	expect(open).toEqual(["Question 2"]);
	answer("Yes");
	await until(() => sent.length > 0);
	expect(sent).toEqual([{ t: "ui-response", reqId: "2", value: "Yes" }]);
});

test("guest questions: one that is still open is asked again after the break", async () => {
	const { all, sent, open, answer } = questions();
	all.ask(question("1"));
	await until(() => open.length === 1);
	all.end();
	await until(() => open.length === 0);
	all.ask(question("1"));
	await until(() => open.length === 1);
	// Another one of the same time changes nothing.
	all.ask(question("1"));
	answer("Yes");
	await until(() => sent.length > 0);
	await Bun.sleep(20);
	expect([sent, open]).toEqual([[{ t: "ui-response", reqId: "1", value: "Yes" }], []]);
});
