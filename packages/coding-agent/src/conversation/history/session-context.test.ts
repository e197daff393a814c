import { expect, test } from "bun:test";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { replacementEntryType } from "./replacements.ts";
import { sessionContext } from "./session-context.ts";
import { visiblePath } from "./visible-path.ts";

const host = { cwd: "/w", home: "/h", env: {}, now: () => 1, newId: () => Bun.randomUUIDv7() };
const session = () => inMemorySession(fileEnvironment(host, "/h/.omp/agent"), { cwd: "/w" });
const user = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }], timestamp: 1 });
const call = replyMessage([{ type: "toolCall", id: "c", name: "read", arguments: { path: "a" } }], {
	stopReason: "toolUse",
	timestamp: 1,
});
const result = (text: string) => ({
	role: "toolResult" as const,
	toolCallId: "c",
	toolName: "read",
	content: [{ type: "text" as const, text }],
	isError: false,
	timestamp: 1,
});

test("replacements apply to the context, and the log keeps the originals", () => {
	const log = session();
	const asked = log.appendMessage(user("look: ```\nlong\n```"));
	log.appendMessage(call);
	const answered = log.appendMessage(result("a thousand lines"));
	log.appendCustomEntry(replacementEntryType, {
		replacements: [
			{ entryId: answered, text: "[gone]" },
			{ entryId: asked, block: 0, text: "look: [stub]" },
		],
	});
	expect(sessionContext(log).messages).toEqual([user("look: [stub]"), call, result("[gone]")]);
	expect(log.context().messages).toEqual([user("look: ```\nlong\n```"), call, result("a thousand lines")]);
});

test("invalid replacements and those of unknown entries are ignored", () => {
	const log = session();
	log.appendMessage(user("hi"));
	log.appendCustomEntry(replacementEntryType, { replacements: [{ entryId: "00000000", text: "x" }, "junk", null] });
	log.appendCustomEntry(replacementEntryType, "junk");
	expect(sessionContext(log).messages).toEqual([user("hi")]);
});

test("the visible path has the kept messages and those after the last compaction", () => {
	const log = session();
	log.appendMessage(user("one"));
	const kept = log.appendMessage(user("two"));
	log.appendCompaction({ summary: "s", firstKeptEntryId: kept, tokensBefore: 1 });
	const later = log.appendMessage(user("three"));
	const { compaction, steps } = visiblePath(log.path());
	expect(compaction?.summary).toBe("s");
	expect(steps.map((step) => step.id)).toEqual([kept, later]);
	log.append({ type: "reset_boundary" });
	expect(visiblePath(log.path())).toEqual({ compaction: undefined, steps: [] });
});
