import type { LiveTurn } from "@oh-my-pi/pi-fleet/contract/task";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { callText } from "../text/call-text.ts";

/** A part of what an agent said and did. */
export interface TranscriptPart {
	readonly kind: "prompt" | "text" | "thinking" | "call" | "result" | "error";
	readonly text: string;
}

const resultLines = 8;
const resultChars = 2000;

/** The messages of a session log in their order. Lines that cannot be read are left out. */
export function readTranscript(log: string): TranscriptPart[] {
	return log.split("\n").flatMap((line) => {
		const message = parseMessage(line);
		return message ? readParts(message) : [];
	});
}

/** What the log does not have yet. */
export function liveParts(live: LiveTurn | undefined): TranscriptPart[] {
	return [
		...(live?.steered ?? []).flatMap((text) => textPart("prompt", text)),
		...textPart("text", live?.text ?? ""),
		...textPart("call", live?.call === undefined ? "" : `${live.call} …`),
	];
}

/** For a terminal without colors, and for files. */
export function transcriptText(parts: readonly TranscriptPart[]): string {
	const leads = { prompt: "> ", text: "", thinking: "~ ", call: "● ", result: "  ", error: "! " } as const;
	return parts
		.map(({ kind, text }) => {
			const lines = text.split("\n");
			const lead = leads[kind];
			return `${lines.map((line, index) => (index === 0 || kind === "result" || kind === "prompt" ? lead : " ".repeat(lead.length)) + line).join("\n")}\n`;
		})
		.join("");
}

function parseMessage(line: string): Readonly<Record<string, unknown>> | undefined {
	if (!line.includes('"message"')) return undefined;
	try {
		const entry: unknown = JSON.parse(line);
		return isRecord(entry) && entry.type === "message" && isRecord(entry.message) ? entry.message : undefined;
	} catch {
		// The end of a log that is not whole yet.
		return undefined;
	}
}

function readParts(message: Readonly<Record<string, unknown>>): TranscriptPart[] {
	const { role, content, isError, errorMessage } = message;
	if (role === "user") return textPart("prompt", plainContent(content));
	if (role === "toolResult") return textPart(isError === true ? "error" : "result", shorten(plainContent(content)));
	if (role !== "assistant") return [];
	const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
	const parts = blocks.flatMap((block) => {
		if (block.type === "text") return textPart("text", String(block.text ?? ""));
		if (block.type === "thinking") return textPart("thinking", shorten(String(block.thinking ?? "")));
		return block.type === "toolCall" ? textPart("call", callText(block)) : [];
	});
	return typeof errorMessage === "string" && errorMessage !== ""
		? [...parts, ...textPart("error", errorMessage)]
		: parts;
}

function textPart(kind: TranscriptPart["kind"], text: string): TranscriptPart[] {
	const trimmed = text.trim();
	return trimmed === "" ? [] : [{ kind, text: trimmed }];
}

function plainContent(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content
		.filter(isRecord)
		.map((block) => (block.type === "text" ? String(block.text ?? "") : `[${String(block.type)}]`))
		.join("\n");
}

function shorten(text: string): string {
	const lines = text.slice(0, resultChars).split("\n");
	if (lines.length <= resultLines && text.length <= resultChars) return text;
	const shown = lines.slice(0, resultLines);
	const rest = text.split("\n").length - shown.length;
	return [...shown, rest > 0 ? `… ${rest} more ${rest === 1 ? "line" : "lines"}` : "…"].join("\n");
}
