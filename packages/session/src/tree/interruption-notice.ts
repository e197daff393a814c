import type { ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SessionMessage } from "../entry/message.ts";
import type { PathStep } from "./context.ts";
import { interruptedSource } from "./interrupted-calls.ts";

/** Tells how a session ended within its last turn; `undefined` when that turn is complete. */
export function interruptionNotice(messages: readonly SessionMessage[], path: readonly PathStep[]): string | undefined {
	const last = messages.at(-1);
	// An empty reply that failed or was aborted is not sent, but it is an answer.
	const isAnswered = path.findLast(({ type }) => type === "message")?.role === "assistant";
	if (last?.role === "user" && !isAnswered)
		return "The previous session ended before the model had answered. The prompt is kept.";
	if (last?.role !== "toolResult") return undefined;
	const turn = messages.slice(messages.findLastIndex(({ role }) => role === "assistant"));
	const open = turn.filter(isInterrupted);
	const calls = (ran: boolean) =>
		open.filter((result) => wasRun(result) === ran).flatMap((result) => findCall(turn[0], result.toolCallId));
	const [running, asked] = [calls(true), calls(false)];
	if (open.length === 0)
		return isAnswered ? undefined : "The previous session ended before the model had seen all results.";
	const words = [
		describeCalls("running", running, "effect unknown"),
		describeCalls("waiting for approval", asked, "not run"),
	];
	return `Previous session ended while ${words.filter(Boolean).join("; ")}.`;
}

function isInterrupted(message: SessionMessage): message is ToolResultMessage {
	return message.role === "toolResult" && isRecord(message.details) && message.details.source === interruptedSource;
}

function wasRun({ details }: ToolResultMessage): boolean {
	return !isRecord(details) || details.executed !== false;
}

function describeCalls(what: string, calls: readonly ToolCall[], so: string): string {
	const count = calls.length === 1 ? "1 tool call was" : `${calls.length} tool calls were`;
	return calls.length === 0 ? "" : `${count} ${what}: ${calls.map(briefly).join(", ")} (${so})`;
}

function findCall(caller: SessionMessage | undefined, id: string): ToolCall[] {
	if (caller?.role !== "assistant") return [];
	return caller.content.filter((block) => block.type === "toolCall").filter((call) => call.id === id);
}

const maxWords = 60;

function briefly({ name, arguments: args }: ToolCall): string {
	const about = [args.command, args.path].find((value) => typeof value === "string");
	const words = typeof about === "string" ? about.replace(/\s+/g, " ").trim() : "";
	return `${name} ${words.length > maxWords ? `${words.slice(0, maxWords)}…` : words}`.trim();
}
