import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { isResultAbove } from "./result-above.ts";

const call = (id: string) =>
	({
		role: "assistant",
		content: [{ type: "toolCall", id, name: "read", arguments: {} }],
		timestamp: 0,
	}) as unknown as AgentMessage;
const result = (id: string, text: string) =>
	({
		role: "toolResult",
		toolCallId: id,
		toolName: "read",
		content: [{ type: "text", text }],
		timestamp: 0,
	}) as unknown as AgentMessage;

test("a text is above while an earlier result still holds it", () => {
	const messages = [call("1"), result("1", "note\nthe text"), call("2")];
	expect(isResultAbove(messages, "2", "the text")).toBe(true);
	expect(isResultAbove(messages, "2", "another text")).toBe(false);
	// A cell, or another program, is answered itself.
	expect(isResultAbove(messages, "3", "the text")).toBe(false);
});

test("what was pruned, summarized or left on another branch is not", () => {
	expect(isResultAbove([call("1"), result("1", "[Output truncated - 900 tokens]"), call("2")], "2", "the text")).toBe(
		false,
	);
	expect(isResultAbove([call("2")], "2", "the text")).toBe(false);
});
