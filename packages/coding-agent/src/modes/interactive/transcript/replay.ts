import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { type Message, type ToolResultMessage, textOf, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { BashExecutionMessage, PythonExecutionMessage } from "@oh-my-pi/pi-session/message";
import type { Block } from "./block.ts";
import { imagesIn } from "./block-images.ts";

/** The blocks of a conversation that took place before: what a resumed session shows. */
export function replay(messages: readonly AgentMessage[], newId: () => string): Block[] {
	const results = new Map<string, ToolResultMessage>();
	for (const message of messages) {
		if (message.role === "toolResult" && isLlmMessage(message))
			results.set(message.toolCallId, message as ToolResultMessage);
	}
	return messages.flatMap((message) =>
		isLlmMessage(message) ? blocksOf(message, results, newId) : ranByHand(message, newId()),
	);
}

function ranByHand(message: AgentMessage, id: string): Block[] {
	if (message.role !== "bashExecution" && message.role !== "pythonExecution") return [];
	const { output, exitCode, cancelled, excludeFromContext, ...given } = message as
		| BashExecutionMessage
		| PythonExecutionMessage;
	const what =
		given.role === "bashExecution"
			? ({ language: "bash", text: given.command } as const)
			: ({ language: "python", text: given.code } as const);
	const end = { cancelled, ...(exitCode !== undefined && { exitCode }) };
	return [
		{ kind: "user_run", id, run: { id, ...what, isPrivate: excludeFromContext ?? false, output, end }, settled: true },
	];
}

function blocksOf(message: Message, results: ReadonlyMap<string, ToolResultMessage>, newId: () => string): Block[] {
	switch (message.role) {
		case "user":
			return [
				{ kind: "user", id: newId(), text: textOf(message.content), images: imagesIn(message.content), settled: true },
			];
		case "assistant":
			return [
				{ kind: "assistant", id: newId(), message, revision: 0, settled: true },
				...toolCallsOf(message).map((call): Block => {
					const result = results.get(call.id);
					return {
						kind: "tool",
						id: call.id,
						tool: call.name,
						args: call.arguments,
						intent: call.intent,
						state: result && !result.isError ? "done" : "failed",
						output: result && { content: result.content, details: result.details },
						settled: true,
					};
				}),
			];
		case "toolResult":
		case "developer":
			return [];
	}
}

/** A resumed session shows its end; the rest is in its file. */
const shownBlocks = 100;

export function recentBlocks(messages: readonly AgentMessage[], newId: () => string): Block[] {
	const recent = replay(messages.slice(-shownBlocks), newId).slice(-shownBlocks);
	if (messages.length <= shownBlocks) return recent;
	const text = `… ${messages.length - shownBlocks} earlier messages`;
	return [{ kind: "notice", id: newId(), level: "info", text, settled: true }, ...recent];
}
