import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { advisoryMessage } from "../delivery/advisory-message.ts";
import { type DeltaOptions, renderDelta } from "./render-delta.ts";

const options: DeltaOptions = { isInProgress: false, redact: (text) => text, maxCharacters: 10_000 };
const user = (text: string): AgentMessage => ({ role: "user", content: text, attribution: "user", timestamp: 1 });
const call = (id: string, name: string, values: Record<string, unknown>) =>
	({ type: "toolCall", id, name, arguments: values }) as const;
const result = (toolCallId: string, text: string, isError = false): AgentMessage => ({
	role: "toolResult",
	toolCallId,
	toolName: "bash",
	content: [{ type: "text", text }],
	isError,
	timestamp: 1,
});

test("messages, thoughts and calls with their outcome, without the advisor's own notes", () => {
	const reply = {
		...replyMessage("Let me see."),
		content: [
			{ type: "thinking", thinking: "a file?" },
			{ type: "text", text: "Let me see." },
			call("1", "bash", { command: "echo hi" }),
			call("2", "bash", { command: "false", timeout: 5 }),
			call("3", "todo", { items: [1] }),
		],
	} as AgentMessage;
	const messages = [
		user("fix it"),
		advisoryMessage([{ note: "mine", severity: "nit" }], 1),
		reply,
		result("1", "a\nb\nc\nd\n"),
		result("2", "exit code 1", true),
	];
	expect(renderDelta(messages, { ...options, isInProgress: true })).toBe(
		[
			"### Session update",
			"**user**:\nfix it",
			"**agent**:\n_thinking:_ a file?\nLet me see.\n→ bash(echo hi) ⇒ ok · 4 lines",
		].join("\n\n") +
			"\n→ bash(false, timeout: 5) ⇒ failed · 1 line: exit code 1\n→ todo(items: [1]) ⇒ no result yet" +
			"\n\n_(work in progress: the agent continues after this)_",
	);
});

test("nothing new is an empty text, and a long one loses its beginning", () => {
	expect(renderDelta([advisoryMessage([{ note: "mine", severity: "nit" }], 1)], options)).toBe("");
	const text = renderDelta([user(`start ${"x".repeat(500)} end`)], { ...options, maxCharacters: 100 });
	expect(text).toStartWith("### Session update\n\n[earlier part left out]\n…x");
	expect(text).toEndWith(" end");
});

test("secrets are removed wherever they stand", () => {
	const redact = (text: string) => text.replaceAll("hunter2", "[redacted]");
	const reply = {
		...replyMessage("hunter2"),
		content: [call("1", "bash", { command: "login hunter2" })],
	} as AgentMessage;
	expect(renderDelta([user("my password is hunter2"), reply], { ...options, redact })).not.toContain("hunter2");
});
