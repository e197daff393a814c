import { expect, test } from "bun:test";
import { chain, type EntryFields, steps } from "../testing/entries.ts";
import { assistant, calling, user } from "../testing/messages.ts";
import { replyForInterruptedTail } from "./interrupted-tail.ts";

const exit = (data: Record<string, unknown>): EntryFields => ({ type: "custom", customType: "session_exit", data });
const killed = exit({ reason: "sigterm", kind: "signal" });
const tail = (...fields: Parameters<typeof chain>) => replyForInterruptedTail(steps(chain(...fields)), 42);

test("replyForInterruptedTail: an interrupted turn is closed by an empty aborted reply of the last model", () => {
	expect(tail(user("go"), calling("a"), killed)).toMatchObject({
		role: "assistant",
		content: [],
		provider: "acme",
		model: "a-1",
		stopReason: "aborted",
		timestamp: 42,
	});
	const pending = exit({ reason: "dispose", kind: "normal", pendingToolCalls: [{ toolName: "bash" }] });
	expect(tail(user("go"), calling("a"), pending)?.stopReason).toBe("aborted");
	expect(tail(user("go"), killed)?.model).toBe("");
});

test("replyForInterruptedTail: returns nothing after a finished reply, a normal exit or without an exit entry", () => {
	expect(tail(user("go"), assistant("done"), killed)).toBeUndefined();
	expect(tail(user("go"), assistant([], { stopReason: "aborted" }), killed)).toBeUndefined();
	expect(tail(user("go"), killed, user("again"), exit({ reason: "dispose", kind: "normal" }))).toBeUndefined();
	expect(tail(user("go"), calling("a"))).toBeUndefined();
	expect(tail(killed)).toBeUndefined();
});
