import { expect, test } from "bun:test";
import { LiveNotes } from "./live-turn.ts";

const delta = (text: string) => ({
	type: "message_update",
	assistantMessageEvent: { type: "text_delta", delta: text },
});

test("live notes: the end of a turn clears them at once, so that a look at its files that takes longer loses nothing of the next", () => {
	using notes = new LiveNotes(() => {});
	notes.take(delta("first turn"));
	notes.take({ type: "tool_execution_start", toolName: "bash", args: { command: "ls" } });
	expect(notes.current).toMatchObject({ text: "first turn", call: expect.stringContaining("ls") });
	notes.take({ type: "turn_end" });
	expect(notes.current).toBeUndefined();
	notes.take({ type: "message_start" });
	notes.take(delta("I am"));
	expect(notes.current).toEqual({ text: "I am" });
});
