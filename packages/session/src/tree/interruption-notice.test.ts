import { expect, test } from "bun:test";
import { chain, type EntryFields, steps, TIME } from "../testing/entries.ts";
import { assistant, calling, result, user } from "../testing/messages.ts";
import { contextOfPath } from "./context.ts";
import { interruptionNotice } from "./interruption-notice.ts";

const marker = (customType: string, toolCallId: string): EntryFields => ({
	type: "custom",
	customType,
	data: { toolCallId, startedAt: TIME },
});
const started = (id: string) => marker("tool_execution_start", id);
const noticeOf = (...fields: Parameters<typeof chain>) => {
	const path = steps(chain(...fields));
	return interruptionNotice(contextOfPath(path).messages, path);
};

test("interruptionNotice: a complete turn has none", () => {
	expect(noticeOf()).toBeUndefined();
	expect(noticeOf(user("go"), calling("a"), started("a"), user("on"), assistant("done"))).toBeUndefined();
});

test("interruptionNotice: a reply that failed or was aborted before its first word is an answer", () => {
	const aborted = assistant([], { stopReason: "aborted" });
	expect(noticeOf(user("go"), aborted)).toBeUndefined();
	expect(noticeOf(user("go"), calling("a"), result("a"), assistant([], { stopReason: "error" }))).toBeUndefined();
	expect(noticeOf(user("go"), calling("a"), started("a"), aborted)).toContain("1 tool call was running");
});

test("interruptionNotice: names what was open when the session ended", () => {
	expect(noticeOf(user("go"))).toContain("before the model had answered");
	expect(noticeOf(user("go"), calling("a"), result("a"))).toContain("before the model had seen");
	expect(
		noticeOf(
			user("go"),
			calling("a", "b", "c"),
			started("b"),
			started("c"),
			marker("tool_approval_requested", "c"),
			result("a"),
		),
	).toBe(
		"Previous session ended while 1 tool call was running: bash true (effect unknown); 1 tool call was waiting for approval: bash true (not run).",
	);
});
