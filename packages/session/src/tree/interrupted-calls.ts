import type { ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "../entry/entry.ts";
import type { SessionMessage } from "../entry/message.ts";
import type { PathStep } from "./context.ts";

/** A call that had started, as recorded before it ran. */
export interface CallStart {
	readonly toolCallId: string;
	readonly startedAtMs: number;
}

const interruptedText =
	"Interrupted: omp ended while this call was running. It may or may not have taken effect. " +
	"Check the current state before you repeat it.";
const source = "process_ended";

/** The calls that have started on a path. */
export function callStarts(path: readonly PathStep[]): CallStart[] {
	return path.flatMap((step) => {
		const isOther = step.about !== undefined && step.about !== "tool_execution_start";
		const entry = step.type === "custom" && !isOther ? step.entry() : undefined;
		if (entry?.type !== "custom" || entry.customType !== "tool_execution_start" || !isRecord(entry.data)) return [];
		const { toolCallId, startedAt } = entry.data;
		if (typeof toolCallId !== "string") return [];
		const startedAtMs = Date.parse(typeof startedAt === "string" ? startedAt : entry.timestamp);
		return [{ toolCallId, startedAtMs: Number.isNaN(startedAtMs) ? 0 : startedAtMs }];
	});
}

/** The result of a call that was running when the process ended. */
export function interruptedResult({ id, name }: ToolCall, { startedAtMs }: CallStart): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId: id,
		toolName: name,
		content: [{ type: "text", text: interruptedText }],
		details: { __synthetic: true, source },
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
	const running = turn.flatMap((message) => (isInterrupted(message) ? callOf(turn[0], message.toolCallId) : []));
	if (running.length === 0) return "The previous session ended before the model had seen all results.";
	const count = running.length === 1 ? "1 tool call was" : `${running.length} tool calls were`;
	return `Previous session ended while ${count} running: ${running.map(briefly).join(", ")}. Its effect is unknown.`;
}

function isInterrupted(message: SessionMessage): message is ToolResultMessage {
	return message.role === "toolResult" && isRecord(message.details) && message.details.source === source;
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
