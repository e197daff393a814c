import { expect, test } from "bun:test";
import type { ConversationOp } from "../../conversation/contract/op.ts";
import { SessionInput } from "./session-input.ts";

/** Input with the ops it submits; commands answer with their text in capitals. */
function recorded() {
	const ops: ConversationOp[] = [];
	let loads = 0;
	const input = new SessionInput({
		submit: async (op) => void ops.push(op),
		now: () => 7,
		loadCommands: async () => {
			loads++;
			return async (typed) => ({ ...typed, text: typed.text.toUpperCase() });
		},
	});
	return { input, ops, loads: () => loads };
}

test("session-input: commands are loaded once, with the first text that begins with a slash", async () => {
	const { input, ops, loads } = recorded();
	await input.prompt("hello");
	const [op] = ops;
	if (op?.type !== "input") throw new Error("an input op was expected");
	const run = async (text: string) => (await op.runCommand?.({ text }))?.text;
	const seen = [await run("hello"), loads(), await run("/one"), await run("/two"), loads()];
	expect(seen).toEqual(["hello", 0, "/ONE", "/TWO", 1]);
});

test("session-input: a message of the user is a steering one unless it shall follow", async () => {
	const { input, ops } = recorded();
	const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
	await input.sendUserMessage("now");
	await input.sendUserMessage([{ type: "text", text: "later" }, image], { deliverAs: "followUp" });
	expect(ops).toEqual([
		{ type: "steer", text: "now", images: [] },
		{ type: "follow_up", text: "later", images: [image] },
	]);
});

test("session-input: a custom message is shown unless it says otherwise, and has the time of the session", async () => {
	const { input, ops } = recorded();
	await input.sendCustomMessage({ customType: "note", content: "a" }, { deliverAs: "nextTurn" });
	await input.sendCustomMessage({ customType: "note", content: "b", display: false }, { triggerTurn: true });
	const message = { role: "custom", customType: "note", attribution: "agent", timestamp: 7 };
	expect(ops as unknown[]).toEqual([
		{ type: "send", message: { ...message, content: "a", display: true }, as: "next_turn", triggerTurn: undefined },
		{ type: "send", message: { ...message, content: "b", display: false }, triggerTurn: true },
	]);
});

test("session-input: a prompt that a command takes waits for what the command sent; one that is delivered does not", async () => {
	const steps: string[] = [];
	const make = (delivers: boolean) =>
		new SessionInput({
			submit: async (op) => {
				if (op.type === "input" && delivers) await op.deliver?.({ text: op.text });
				steps.push("submitted");
			},
			settled: async () => void steps.push("settled"),
			now: () => 7,
			loadCommands: async () => async () => undefined,
		});
	await make(false).prompt("/hello");
	await make(true).prompt("hello");
	expect(steps).toEqual(["submitted", "settled", "submitted"]);
});
