import type { ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "../entry/entry.ts";
import type { SessionMessage } from "../entry/message.ts";
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
const source = "process_ended";

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
		details: { __synthetic: true, source, ...(isAsked && { executed: false }) },
		isError: true,
		timestamp: startedAtMs,
	};
}

/** Tells how a session ended within its last turn; `undefined` when that turn is complete. */
export function interruptionNotice(messages: readonly SessionMessage[]): string | undefined {
	const last = messages.at(-1);
	if (last?.role === "user") return "The previous session ended before the model had answered. The prompt is kept.";
	if (last?.role !== "toolResult") return undefined;
	const turn = messages.slice(messages.findLastIndex(({ role }) => role === "assistant"));
	const open = turn.filter(isInterrupted);
	const calls = (ran: boolean) =>
		open.filter((result) => wasRun(result) === ran).flatMap((result) => callOf(turn[0], result.toolCallId));
	const [running, asked] = [calls(true), calls(false)];
	if (open.length === 0) return "The previous session ended before the model had seen all results.";
	const words = [told("running", running, "effect unknown"), told("waiting for approval", asked, "not run")];
	return `Previous session ended while ${words.filter(Boolean).join("; ")}.`;
}

function isInterrupted(message: SessionMessage): message is ToolResultMessage {
	return message.role === "toolResult" && isRecord(message.details) && message.details.source === source;
}

function wasRun({ details }: ToolResultMessage): boolean {
	return !isRecord(details) || details.executed !== false;
}

function told(what: string, calls: readonly ToolCall[], so: string): string {
	const count = calls.length === 1 ? "1 tool call was" : `${calls.length} tool calls were`;
	return calls.length === 0 ? "" : `${count} ${what}: ${calls.map(briefly).join(", ")} (${so})`;
}

function callOf(caller: SessionMessage | undefined, id: string): ToolCall[] {
	if (caller?.role !== "assistant") return [];
	return caller.content.filter((block) => block.type === "toolCall").filter((call) => call.id === id);
}

const maxWords = 60;

function briefly({ name, arguments: args }: ToolCall): string {
	const about = [args.command, args.path].find((value) => typeof value === "string");
	const words = typeof about === "string" ? about.replace(/\s+/g, " ").trim() : "";
	return `${name} ${words.length > maxWords ? `${words.slice(0, maxWords)}…` : words}`.trim();
}
