import { describe, expect, test } from "bun:test";
import { textOf } from "@oh-my-pi/pi-ai/message";
import { says } from "@oh-my-pi/pi-testkit/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { Lines } from "./submit-line.ts";
import { testMode } from "./testing/test-mode.ts";
import { testSession } from "./testing/test-session.ts";

type SessionOptions = Parameters<typeof testSession>[1];

/** A mode whose lines go where lines go. */
function atTheEditor(answers: Parameters<typeof testSession>[0] = [], options: SessionOptions = {}) {
	const talk = testSession(answers, options);
	const lines = new Lines({ show: () => {}, newId: () => "id" });
	const told = testMode(talk.session);
	const submit = (text: string) => lines.submit(text, told.mode);
	const prompts = () =>
		talk.conversation.messages.flatMap((message) =>
			message.role === "user" && "content" in message ? [textOf(message.content)] : [],
		);
	return { ...talk, ...told, submit, prompts };
}

/** Answers when it is told to. */
function waiting() {
	const { promise, resolve } = Promise.withResolvers<void>();
	return {
		answer: async (reply: Parameters<ReturnType<typeof says>>[0]) => {
			await promise;
			reply.appendText("text", "at last");
		},
		go: resolve,
	};
}

describe("a line with a slash", () => {
	test("that calls nothing is held back with the name that was meant, and sent the second time", async () => {
		const desk = atTheEditor([says("hm")]);
		await desk.submit("/hlep me");
		expect(desk.said).toEqual([
			{
				level: "warning",
				text: "Unknown command /hlep. Did you mean /help? Press Enter again to send it as text.",
			},
		]);
		expect(desk.mode.draft.text).toBe("/hlep me");
		await desk.submit("/hlep me");
		expect(desk.prompts()).toEqual(["/hlep me"]);
	});

	test("like nothing at all is words for the model, and so is a path", async () => {
		const desk = atTheEditor([says("a"), says("b"), says("c")]);
		await desk.submit("/xyzzyplugh");
		await desk.submit("/etc/hosts is wrong");
		await desk.submit("/Help");
		expect(desk.prompts()).toEqual(["/xyzzyplugh", "/etc/hosts is wrong"]);
	});

	test("may be a prompt in a file, with its arguments", async () => {
		const desk = atTheEditor([says("done")], { files: { tidy: "Tidy up $1 please" } });
		await desk.submit("/tidy src");
		expect(desk.prompts()).toEqual(["Tidy up src please"]);
	});

	test("an own command goes before a file of its name", async () => {
		const desk = atTheEditor([], { files: { retry: "never" } });
		await desk.submit("/retry");
		expect(desk.said).toEqual([{ level: "info", text: "Nothing to retry" }]);
	});

	test("a command that needs rest is refused while the model works", async () => {
		const { answer, go } = waiting();
		const desk = atTheEditor([answer]);
		const first = desk.submit("work");
		await until(() => desk.conversation.isStreaming);
		await desk.submit("/clear");
		expect(desk.said).toEqual([
			{ level: "warning", text: "Wait for the current response to finish or press Esc to abort it." },
		]);
		go();
		await first;
	});
});

describe("prefixes", () => {
	verifies("slash-commands:prefix:numbered-list", async () => {
		const { answer, go } = waiting();
		const desk = atTheEditor([answer, says("two"), says("three")]);
		const first = desk.submit("work");
		await until(() => desk.conversation.isStreaming);
		const queued = desk.submit("-> 1. test it\n2. push it\n   and say so");
		await until(() => desk.conversation.queuedTexts.followUps.length === 2);
		expect(desk.said).toEqual([{ level: "info", text: "Queued 2 messages for when the agent yields" }]);
		go();
		await Promise.all([first, queued]);
		expect(desk.prompts()).toEqual(["work", "test it", "push it\n   and say so"]);
	});

	verifies("slash-commands:prefix:follow-up-arrow", async () => {
		const desk = atTheEditor([says("one"), says("two"), says("three")]);
		await desk.submit("=> at once");
		await desk.submit("->1) first\n2) second");
		expect(desk.prompts()).toEqual(["at once", "first", "second"]);
		expect(desk.said).toEqual([]);
	});

	verifies("slash-commands:prefix:continue-dot", async () => {
		const desk = atTheEditor([says("begun"), says("finished"), says("all of it")]);
		await desk.submit("begin");
		for (const short of [".", "c"]) await desk.submit(short);
		expect(desk.prompts()).toEqual(["begin"]);
		const notes = desk.conversation.messages.filter(({ role }) => role === "custom");
		expect(notes).toMatchObject([
			{ customType: "continue", display: false, attribution: "user" },
			{ customType: "continue" },
		]);
		expect(JSON.stringify(desk.requests[1]?.context.messages.at(-1))).toContain("Resume whatever is unfinished");
	});
});

describe("/loop", () => {
	verifies("agent-loop:loop:repeat-prompt", async () => {
		const desk = atTheEditor([says("1"), says("2"), says("3"), says("4")]);
		await desk.submit("/loop 3 again");
		await until(() => desk.said.some(({ text }) => text === "Loop finished after 3 rounds"));
		expect(desk.prompts()).toEqual(["again", "again", "again"]);
		await desk.submit("not repeated");
		expect(desk.prompts()).toHaveLength(4);
	});

	test("repeats the next prompt, and ends when it is called again", async () => {
		const { answer, go } = waiting();
		const desk = atTheEditor([says("1"), answer]);
		await desk.submit("/loop");
		await desk.submit("once more");
		await until(() => desk.requests.length === 2);
		await desk.submit("/loop");
		expect(desk.said.at(-1)).toEqual({ level: "info", text: "Loop turned off after 1 round" });
		go();
		await desk.conversation.idle();
		expect(desk.prompts()).toEqual(["once more", "once more"]);
	});

	test("a run that was stopped ends it", async () => {
		const { answer, go } = waiting();
		const desk = atTheEditor([answer]);
		void desk.submit("/loop 5 work");
		await until(() => desk.requests.length === 1);
		const aborted = desk.conversation.submit({ type: "abort" });
		go();
		await aborted;
		await until(() => desk.said.some(({ text }) => text === "Loop stopped after 1 round"));
	});
});
