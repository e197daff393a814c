import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { user } from "../../../conversation/testing/history.ts";
import { hostedSession } from "../testing/hosted-session.ts";

type Hosted = Awaited<ReturnType<typeof hostedSession>>;

async function greeted(hosted: Hosted, peer: number, name: string, mayWrite = true): Promise<void> {
	hosted.join(peer);
	hosted.pass(peer, await hosted.seal(hosted.hello(name, mayWrite)));
	await until(async () => (await hosted.frames()).some(({ peer: to, frame }) => to === peer && frame.final === true));
}

test("shared session: what a relay has recorded runs once, also after it has dropped the host", async () => {
	await using hosted = await hostedSession();
	const hello = await hosted.seal(hosted.hello("Grace"));
	const prompt = await hosted.seal({ t: "prompt", text: "deploy to production" });
	hosted.join(1);
	for (const bytes of [hello, prompt, prompt]) hosted.pass(1, bytes);
	await until(() => hosted.submitted.length > 0);
	await hosted.drop();
	hosted.join(9);
	for (const bytes of [hello, prompt]) hosted.pass(9, bytes);
	await greeted(hosted, 10, "Grace");
	hosted.pass(10, await hosted.seal({ t: "prompt", text: "and once more" }));
	await until(() => hosted.submitted.length > 1);
	expect(hosted.submitted).toEqual(["deploy to production", "and once more"]);
	expect(hosted.shared.rejectedFrames).toBe(3);
});

test("shared session: a transcript that cannot be read is said to the guest who asked", async () => {
	const control = { agents: () => [{ id: "A1" }], messages: () => Promise.reject(new Error("the log is gone")) };
	await using hosted = await hostedSession(control);
	await greeted(hosted, 1, "Eve", false);
	hosted.pass(1, await hosted.seal({ t: "fetch-transcript", reqId: "7", agentId: "A1", fromByte: 5 }));
	const answer = await until(async () => (await hosted.frames()).find(({ frame }) => frame.t === "transcript"));
	expect(answer).toEqual({
		peer: 1,
		frame: {
			...{ t: "transcript", reqId: "7", text: "", newSize: 5 },
			error: "The transcript cannot be read: the log is gone",
		},
	});
});

test("shared session: no guest has the name of the host or of another guest", async () => {
	await using hosted = await hostedSession();
	for (const [index, name] of ["Ada", "ada (host)", "Ada", "Grace"].entries()) await greeted(hosted, index + 1, name);
	expect(hosted.shared.participants.map(({ name }) => name)).toEqual(["Ada", "Ada 2", "ada 3", "Ada 4", "Grace"]);
});

test("shared session: a guest of another protocol is told, its connection closed, and it is sent nothing else", async () => {
	await using hosted = await hostedSession();
	await greeted(hosted, 1, "Grace");
	hosted.join(2);
	hosted.pass(2, await hosted.seal({ ...hosted.hello("Old"), proto: 2 }));
	await until(async () => (await hosted.frames()).some(({ peer }) => peer === -1));
	const before = (await hosted.frames()).length;
	// This relay does not close it, as one that does not know how.
	hosted.log.appendMessage(user("for those who were welcomed"));
	await until(async () => (await hosted.frames()).some(({ frame }) => frame.t === "entry"));
	const frames = await hosted.frames();
	expect(frames.filter(({ peer }) => peer !== 1 && peer !== 0).map(({ frame }) => frame)).toEqual([
		{ t: "error", message: expect.stringContaining("version 3 of the protocol, this guest version 2") },
		{ t: "bye", reason: expect.stringContaining("version 3") },
		{ t: "close-peer", peer: 2 },
	]);
	expect(new Set(frames.slice(before).map(({ peer }) => peer))).toEqual(new Set([1]));
});
