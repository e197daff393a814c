import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { PathStep } from "./context.ts";

/**
 * The reply to append when resuming a session that ended within a turn: empty and aborted, so that the history shows
 * the interruption. `undefined` when the last turn was finished or nothing indicates an interruption.
 */
export function replyForInterruptedTail(path: readonly PathStep[], nowMs: number): AssistantMessage | undefined {
	const last = path.findLast((step) => step.type === "message");
	if (!last || isFinishedReply(last) || !endedAbnormally(path)) return undefined;
	const previous = readAssistant(path.findLast((step) => step.role === "assistant"));
	return {
		role: "assistant",
		content: [],
		api: previous?.api ?? "",
		provider: previous?.provider ?? "",
		model: previous?.model ?? "",
		usage: {
			input: 0,
			output: 0,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 0,
			cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
		},
		stopReason: "aborted",
		timestamp: nowMs,
	};
}

function isFinishedReply(step: PathStep): boolean {
	const reply = readAssistant(step);
	return reply !== undefined && reply.stopReason !== "toolUse";
}

function endedAbnormally(path: readonly PathStep[]): boolean {
	for (const step of path.toReversed()) {
		if (step.type !== "custom") continue;
		const entry = step.entry();
		if (entry?.type !== "custom" || entry.customType !== "session_exit" || !isRecord(entry.data)) continue;
		const { kind, pendingToolCalls } = entry.data;
		return kind !== "normal" || (Array.isArray(pendingToolCalls) && pendingToolCalls.length > 0);
	}
	return false;
}

function readAssistant(step: PathStep | undefined): AssistantMessage | undefined {
	const entry = step?.entry();
	return entry?.type === "message" && entry.message?.role === "assistant" ? entry.message : undefined;
}
