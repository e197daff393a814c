import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { type AssistantMessage, type ToolResultMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { ConversationEvent } from "../../../../conversation/event/event.ts";
import type { Block } from "./block.ts";
import { append } from "./live-blocks.ts";
import { reduce, type ScreenEvent } from "./reduce.ts";
import { RunTotals } from "./run-totals.ts";

/** The blocks of a conversation that took place before: the events that made it happen once more. */
export function replay(
	messages: readonly AgentMessage[],
	newId: () => string,
	options: { readonly isRunning?: boolean } = {},
): readonly Block[] {
	const results = new Map<string, ToolResultMessage>();
	for (const message of messages) {
		if (isLlmMessage(message) && message.role === "toolResult") results.set(message.toolCallId, message);
	}
	const events = messages.flatMap((message, index) => buildEvents(message, results, messages[index + 1]));
	return blocksAfter(options.isRunning ? events.filter(isOver(results)) : events, newId);
}

/** Calls without a result are still at work, and so is the run. */
function isOver(
	results: ReadonlyMap<string, ToolResultMessage>,
): (event: ConversationEvent, index: number, all: readonly ConversationEvent[]) => boolean {
	return (event, index, all) =>
		event.type === "tool_execution_end"
			? results.has(event.toolCallId)
			: event.type !== "agent_end" || index < all.length - 1;
}

/** All blocks that these events make. */
export function blocksAfter(events: readonly ScreenEvent[], newId: () => string): readonly Block[] {
	const totals = new RunTotals();
	return events.reduce<readonly Block[]>((blocks, event) => {
		const reduced = reduce(blocks, event, newId);
		const end = totals.take(event, newId);
		return end ? append(reduced, end) : reduced;
	}, []);
}

/** A resumed session shows its end; the rest is in its file. */
export const shownMessages = 100;

export function recentBlocks(
	messages: readonly AgentMessage[],
	newId: () => string,
	showAllKey = "",
): { readonly blocks: readonly Block[]; readonly isPart: boolean } {
	const blocks = replay(messages.slice(-shownMessages), newId);
	if (messages.length <= shownMessages) return { blocks, isPart: false };
	const hint = showAllKey === "" ? "" : ` (${showAllKey} shows them)`;
	const text = `… ${messages.length - shownMessages} earlier messages${hint}`;
	return { blocks: [{ kind: "notice", id: newId(), level: "info", text, settled: true }, ...blocks], isPart: true };
}

function buildEvents(
	message: AgentMessage,
	results: ReadonlyMap<string, ToolResultMessage>,
	next: AgentMessage | undefined,
): ConversationEvent[] {
	const messageEvents: ConversationEvent[] = [
		{ type: "message_start", message },
		{ type: "message_end", message },
	];
	if (!isLlmMessage(message) || message.role !== "assistant") return messageEvents;
	const calls = callEvents(message, results);
	return next === undefined || next.role === "user" || next.role === "custom"
		? [...messageEvents, ...calls, { type: "agent_end", messages: [] }]
		: [...messageEvents, ...calls];
}

/** A call that nobody answered was broken off. */
function callEvents(message: AssistantMessage, results: ReadonlyMap<string, ToolResultMessage>): ConversationEvent[] {
	return toolCallsOf(message).flatMap((call): ConversationEvent[] => {
		const { id: toolCallId, name: toolName, arguments: args, intent } = call;
		const answer = results.get(toolCallId);
		const result = { content: answer?.content ?? [], details: answer?.details };
		return [
			{ type: "tool_execution_start", toolCallId, toolName, args, ...(intent && { intent }) },
			{ type: "tool_execution_end", toolCallId, toolName, result, isError: answer?.isError ?? true },
		];
	});
}
