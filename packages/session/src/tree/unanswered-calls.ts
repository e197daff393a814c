import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "../entry/message.ts";

/**
 * Drops from an interrupted history what providers reject: calls without result, results without call, and empty failed
 * replies.
 */
export function dropUnanswered(
	messages: readonly SessionMessage[],
	options: { keepDanglingToolCalls?: boolean } = {},
): SessionMessage[] {
	const { answered, orphans } = matchCalls(messages);
	return messages.flatMap((message): SessionMessage[] => {
		if (message.role === "toolResult") return orphans.has(message) ? [] : [message];
		if (message.role !== "assistant") return [message];
		const kept = options.keepDanglingToolCalls ? message : keepAnswered(message, answered.get(message));
		return kept && !isEmptyFailure(kept) ? [kept] : [];
	});
}

/** Ids may repeat between turns, so a result belongs to the latest unanswered call. */
function matchCalls(messages: readonly SessionMessage[]) {
	const answered = new Map<SessionMessage, Set<string>>();
	const orphans = new Set<SessionMessage>();
	const waiting = new Map<string, AssistantMessage>();
	for (const message of messages) {
		if (message.role === "assistant") {
			for (const block of message.content) if (block.type === "toolCall") waiting.set(block.id, message);
		} else if (message.role === "toolResult") {
			const caller = waiting.get(message.toolCallId);
			if (!caller) {
				orphans.add(message);
				continue;
			}
			waiting.delete(message.toolCallId);
			answered.set(caller, (answered.get(caller) ?? new Set()).add(message.toolCallId));
		}
	}
	return { answered, orphans };
}

function keepAnswered(
	message: AssistantMessage,
	answered: ReadonlySet<string> | undefined,
): AssistantMessage | undefined {
	const content = message.content.filter((block) => block.type !== "toolCall" || answered?.has(block.id));
	if (content.length === message.content.length) return message;
	return content.length === 0 ? undefined : { ...message, content };
}

function isEmptyFailure(message: AssistantMessage): boolean {
	return message.content.length === 0 && (message.stopReason === "aborted" || message.stopReason === "error");
}
