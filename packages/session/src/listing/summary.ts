import { isHeader, isRecord, isTitleSlot, type SessionHeader, type TitleSlot, type TitleSource } from "../entry.ts";
import type { TextSlices } from "../storage/storage.ts";
import { foldTitle } from "../title-slot.ts";
import { partialUserText } from "./partial-line.ts";
import { messageText, type SessionStatus, statusOf } from "./status.ts";

/** What can be told of a session from the beginning and the end of its file. */
export interface SessionSummary {
	readonly id: string;
	readonly cwd: string;
	readonly title?: string;
	readonly titleSource?: TitleSource;
	readonly parentSession?: string;
	/** ISO time. */
	readonly created: string;
	/** Of the messages in the part that was read. */
	readonly messageCount: number;
	/** False when the middle of a long file was left out of the count. */
	readonly isCountComplete: boolean;
	/** Empty when there is none. */
	readonly firstMessage: string;
	readonly status: SessionStatus;
}

const MESSAGE_START = '{"type":"message",';

/** `undefined` when the file does not begin with a session header. */
export function summarize(slices: TextSlices): SessionSummary | undefined {
	const headLines = slices.head.split("\n");
	const header = readHeader(headLines);
	if (!header) return undefined;
	const tailLines = slices.skippedBytes === 0 && slices.tail === "" ? headLines : slices.tail.split("\n");
	const title = header.title || lastShortSummary(tailLines);
	return {
		id: header.id,
		cwd: typeof header.cwd === "string" ? header.cwd : "",
		...(title && { title }),
		...(header.title && header.titleSource && { titleSource: header.titleSource }),
		...(header.parentSession !== undefined && { parentSession: header.parentSession }),
		created: header.timestamp,
		messageCount: countMessages(slices.head) + countMessages(slices.tail),
		isCountComplete: slices.skippedBytes === 0,
		firstMessage: firstUserText(headLines),
		status: statusOf(tailLines),
	};
}

/** Everything that users and models said, as far as it was read; for searching. */
export function allMessagesText(slices: TextSlices): string {
	return `${slices.head}\n${slices.tail}`
		.split("\n")
		.filter((line) => line.startsWith(MESSAGE_START))
		.map((line) => messageText(parseLine(line)))
		.filter(Boolean)
		.join(" ");
}

/** The header is the first thing in the file that is not blank, or follows a title slot. */
export function readHeader(lines: readonly string[]): SessionHeader | undefined {
	let slot: TitleSlot | undefined;
	for (const line of lines) {
		if (line.trim() === "") continue;
		const value = parseLine(line);
		if (!slot && isTitleSlot(value)) slot = value;
		else return isHeader(value) ? foldTitle(value, slot) : undefined;
	}
	return undefined;
}

function firstUserText(lines: readonly string[]): string {
	for (const [index, line] of lines.entries()) {
		if (!line.startsWith(MESSAGE_START) || !line.includes('"role":"user"')) continue;
		const text = messageText(parseLine(line)) || (index === lines.length - 1 ? partialUserText(line) : "");
		if (text) return text;
	}
	return "";
}

// One character is found much faster than a word, and a session has few lines for its size.
function countMessages(text: string): number {
	let count = text.startsWith(MESSAGE_START) ? 1 : 0;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
		if (text.startsWith(MESSAGE_START, at + 1)) count++;
	}
	return count;
}

function lastShortSummary(lines: readonly string[]): string | undefined {
	const line = lines.findLast((each) => each.startsWith('{"type":"compaction",') && each.includes('"shortSummary":"'));
	const entry = line === undefined ? undefined : parseLine(line);
	return isRecord(entry) && typeof entry.shortSummary === "string" ? entry.shortSummary : undefined;
}

function parseLine(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		// The slice may begin or end in the middle of a line.
		return undefined;
	}
}
