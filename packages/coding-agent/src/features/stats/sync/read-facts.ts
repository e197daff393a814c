import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { AgentType, CallRow, LogFact, RequestRow } from "../store/rows.ts";
import { countSigns, normalizeMessage } from "./displeasure.ts";

/** What lines before said and lines after need. */
export interface FileState {
	folder: string;
	lastUser: string;
	readonly agentType: AgentType;
}

type Fields = Readonly<Record<string, unknown>>;

/** What one line of a session file adds to the numbers; most add nothing. Changes the state of its file. */
export function readFact(line: Buffer, lineStart: number, state: FileState): LogFact | undefined {
	const entry = parseLine(line);
	if (entry === undefined) return undefined;
	switch (entry.type) {
		case "session":
			if (typeof entry.cwd === "string") state.folder = entry.cwd;
			return undefined;
		case "message":
			return isRecord(entry.message) ? readMessage(entry, entry.message, lineStart, state) : undefined;
		case "compaction":
			return readCompaction(entry, state);
		default:
			return undefined;
	}
}

function readMessage(entry: Fields, message: Fields, lineStart: number, state: FileState): LogFact | undefined {
	switch (message.role) {
		case "assistant":
			return readRequest(entry, message, lineStart, state);
		case "toolResult":
			if (typeof message.toolCallId !== "string") return undefined;
			return {
				kind: "result",
				row: {
					callId: message.toolCallId,
					resultChars: readText(message.content).length,
					isError: message.isError === true ? 1 : 0,
				},
			};
		case "user":
			return readUser(entry, message, state);
		default:
			return undefined;
	}
}

function readRequest(entry: Fields, message: Fields, lineStart: number, state: FileState): LogFact | undefined {
	const at = readTime(entry, message);
	if (!isRecord(message.usage) || at === undefined) return undefined;
	const usage: Fields = message.usage;
	const cost: Fields = isRecord(usage.cost) ? usage.cost : {};
	const [input, output] = [amount(usage.input), amount(usage.output)];
	const [cacheRead, cacheWrite] = [amount(usage.cacheRead), amount(usage.cacheWrite)];
	const [costInput, costCacheRead, costCacheWrite] = [
		amount(cost.input),
		amount(cost.cacheRead),
		amount(cost.cacheWrite),
	];
	const row: RequestRow = {
		entry: String(entry.id),
		lineStart,
		at,
		folder: state.folder,
		provider: label(message.provider),
		model: label(message.model),
		api: typeof message.api === "string" ? message.api : "",
		agentType: state.agentType,
		...{ input, output, cacheRead, cacheWrite },
		totalTokens: input + output + cacheRead + cacheWrite,
		premiumRequests: amount(usage.premiumRequests),
		...{ costInput, costCacheRead, costCacheWrite },
		costOutput: amount(cost.output),
		cost: amount(cost.total),
		// Without any other input the price of input is unknown.
		saved: input > 0 ? ((cacheRead + cacheWrite) * costInput) / input - costCacheRead - costCacheWrite : 0,
		durationMs: duration(message.duration),
		ttftMs: duration(message.ttft),
		stopReason: typeof message.stopReason === "string" ? message.stopReason : "",
		errorMessage: typeof message.errorMessage === "string" ? message.errorMessage.slice(0, 2000) : null,
		failed: message.stopReason === "error" ? 1 : 0,
	};
	return { kind: "request", row, calls: readCalls(row, message.content) };
}

function readCalls(row: RequestRow, content: unknown): CallRow[] {
	if (!Array.isArray(content)) return [];
	const calls = content.filter((part): part is Fields => isRecord(part) && part.type === "toolCall");
	return calls.map((call, index) => ({
		entry: row.entry,
		position: index,
		callId: String(call.id),
		at: row.at,
		tool: label(call.name),
		provider: row.provider,
		model: row.model,
		argsChars: JSON.stringify(call.arguments ?? {}).length,
		totalTokens: row.totalTokens / calls.length,
		outputTokens: row.output / calls.length,
		cost: row.cost / calls.length,
	}));
}

function readUser(entry: Fields, message: Fields, state: FileState): LogFact | undefined {
	const at = readTime(entry, message);
	// What agents and omp itself write says nothing about the user.
	if (state.agentType !== "main" || message.synthetic === true || message.attribution === "agent" || at === undefined)
		return undefined;
	const text = readText(message.content);
	const row = { entry: String(entry.id), at, chars: text.length, ...countSigns(text, state.lastUser) };
	state.lastUser = normalizeMessage(text);
	return { kind: "user", row };
}

function readCompaction(entry: Fields, { folder }: FileState): LogFact | undefined {
	const at = readTime(entry, entry);
	if (at === undefined) return undefined;
	const isImages = isRecord(entry.preserveData) && "snapcompact" in entry.preserveData;
	return {
		kind: "compaction",
		row: {
			entry: String(entry.id),
			at,
			folder,
			source: isImages ? "snapcompact" : "summary",
			tokensBefore: amount(entry.tokensBefore),
		},
	};
}

function parseLine(line: Buffer): Fields | undefined {
	try {
		const value: unknown = JSON.parse(line.toString("utf8"));
		return isRecord(value) ? value : undefined;
	} catch {
		// A damaged line; the others count.
		return undefined;
	}
}

function readTime(entry: Fields, message: Fields): number | undefined {
	const at = typeof message.timestamp === "number" ? message.timestamp : Date.parse(String(entry.timestamp));
	// Dates end there; a number beyond could not be shown.
	return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? Math.round(at) : undefined;
}

function readText(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join("");
}

function label(value: unknown): string {
	return typeof value === "string" && value !== "" ? value.slice(0, 500) : "unknown";
}

function amount(value: unknown): number {
	return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function duration(value: unknown): number | null {
	return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
