import type { ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { PathStep } from "./context.ts";

/** A call that had started, as recorded before it ran. */
export interface CallStart {
	readonly toolCallId: string;
	readonly startedAtMs: number;
	/** It was waiting for the user's approval and has not run. */
	readonly isAsked: boolean;
}

const interruptedText =
	"Interrupted: omp ended while this call was running. It may or may not have taken effect. " +
	"Check the current state before you repeat it.";
const askedText = "Not run: omp ended while this call was waiting for approval. Make it again if it is still needed.";
/** In the details of a result that was made up for a call without one. */
export const interruptedSource = "process_ended";

/** The calls that have started on a path. */
export function callStarts(path: readonly PathStep[]): CallStart[] {
	const starts: CallStart[] = [];
	for (const step of path) {
		if (step.type !== "custom" || (step.about !== undefined && !markers.has(step.about))) continue;
		const entry = step.entry();
		if (entry?.type !== "custom" || !markers.has(entry.customType) || !isRecord(entry.data)) continue;
		const { toolCallId, startedAt } = entry.data;
		if (typeof toolCallId !== "string") continue;
		if (entry.customType === "tool_execution_start") {
			const startedAtMs = Date.parse(typeof startedAt === "string" ? startedAt : entry.timestamp) || 0;
			starts.push({ toolCallId, startedAtMs, isAsked: false });
		} else {
			const asked = starts.findLastIndex((start) => start.toolCallId === toolCallId);
			const start = starts[asked];
			if (start) starts[asked] = { ...start, isAsked: entry.customType === "tool_approval_requested" };
		}
	}
	return starts;
}

const markers: ReadonlySet<string> = new Set([
	"tool_execution_start",
	"tool_approval_requested",
	"tool_approval_resolved",
]);

/** The result of a call that was open when the process ended. */
export function interruptedResult({ id, name }: ToolCall, { startedAtMs, isAsked }: CallStart): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId: id,
		toolName: name,
		content: [{ type: "text", text: isAsked ? askedText : interruptedText }],
		details: { __synthetic: true, source: interruptedSource, ...(isAsked && { executed: false }) },
		isError: true,
		timestamp: startedAtMs,
	};
}
