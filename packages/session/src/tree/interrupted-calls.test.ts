import { expect, test } from "bun:test";
import { assistant, calling, result, user } from "../testing/messages.ts";
import { interruptedResult, interruptionNotice } from "./interrupted-calls.ts";

const open = (id: string, isAsked = false) =>
	interruptedResult({ type: "toolCall", id, name: "bash", arguments: {} }, { toolCallId: id, startedAtMs: 1, isAsked });

test("interruptionNotice: a complete turn has none", () => {
	expect(interruptionNotice([])).toBeUndefined();
	expect(interruptionNotice([user("go"), calling("a"), open("a"), assistant("done")])).toBeUndefined();
});

test("interruptionNotice: names what was open when the session ended", () => {
	expect(interruptionNotice([user("go")])).toContain("before the model had answered");
	expect(interruptionNotice([user("go"), calling("a"), result("a")])).toContain("before the model had seen");
	expect(interruptionNotice([user("go"), calling("a", "b", "c"), result("a"), open("b"), open("c", true)])).toBe(
		"Previous session ended while 1 tool call was running: bash true (effect unknown); 1 tool call was waiting for approval: bash true (not run).",
	);
});
