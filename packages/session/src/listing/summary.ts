import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { isHeader, isTitleSlot, type SessionHeader, type TitleSlot, type TitleSource } from "../entry/entry.ts";
import { foldTitle } from "../entry/title.ts";
import type { FileSlices } from "../storage/storage.ts";
import { ByteLines } from "./byte-lines.ts";
import { partialUserText } from "./partial-line.ts";
import { detectStatus, MESSAGE_START, messageText, type SessionStatus } from "./status.ts";

/** What the head and tail of a file say about a session. */
export interface SessionSummary {
	readonly id: string;
	readonly cwd: string;
	readonly title?: string;
	readonly titleSource?: TitleSource;
	readonly parentSession?: string;
	/** ISO 8601. */
	readonly created: string;
	/** Messages in the part that was read. */
	readonly messageCount: number;
	/** False when the middle of a long file was skipped. */
	readonly isCountComplete: boolean;
	/** Empty when there is none. */
	readonly firstMessage: string;
	readonly status: SessionStatus;
}

const COMPACTION_START = Buffer.from('{"type":"compaction",');

/** `undefined` when the file does not start with a session header. */
export function summarize(slices: FileSlices): SessionSummary | undefined {
	const head = new ByteLines(slices.head);
	const header = readHeader(head);
	if (!header) return undefined;
	const tail = slices.tail.length === 0 ? undefined : new ByteLines(slices.tail);
	const title = header.title || lastShortSummary(tail ?? head);
	return {
		id: header.id,
		cwd: typeof header.cwd === "string" ? header.cwd : "",
		...(title && { title }),
		...(header.title && header.titleSource && { titleSource: header.titleSource }),
		...(header.parentSession !== undefined && { parentSession: header.parentSession }),
		created: header.timestamp,
		messageCount: head.countStartingWith(MESSAGE_START) + (tail?.countStartingWith(MESSAGE_START) ?? 0),
		isCountComplete: slices.skippedBytes === 0,
		firstMessage: firstUserText(head),
		status: detectStatus(tail ?? head),
	};
}

/** Text of users and models in the part that was read; for searching. */
export function allMessagesText(slices: FileSlices): string {
	const texts = [slices.head, slices.tail].flatMap((bytes) => {
		const lines = new ByteLines(bytes);
		return Array.from({ length: lines.count }, (_, index) =>
			lines.startsWith(index, MESSAGE_START) ? messageText(parseLine(lines.text(index))) : "",
		);
	});
	return texts.filter(Boolean).join(" ");
}

/** The header is the first non-blank line, or follows a title slot. */
export function readHeader(lines: ByteLines): SessionHeader | undefined {
	let slot: TitleSlot | undefined;
	for (let index = 0; index < lines.count; index++) {
		const line = lines.text(index);
		if (line.trim() === "") continue;
		const value = parseLine(line);
		if (!slot && isTitleSlot(value)) slot = value;
		else return isHeader(value) ? foldTitle(value, slot) : undefined;
	}
	return undefined;
}

function firstUserText(lines: ByteLines): string {
	for (let index = 0; index < lines.count; index++) {
		const line = lines.startsWith(index, MESSAGE_START) ? lines.text(index) : "";
		if (!line.includes('"role":"user"')) continue;
		const text = messageText(parseLine(line)) || (index === lines.count - 1 ? partialUserText(line) : "");
		// Such a message is omp's own.
		if (text && !text.trimStart().startsWith("<system-reminder>")) return text;
	}
	return "";
}

function lastShortSummary(lines: ByteLines): string | undefined {
	for (let index = lines.count - 1; index >= 0; index--) {
		const line = lines.startsWith(index, COMPACTION_START) ? lines.text(index) : "";
		if (!line.includes('"shortSummary":"')) continue;
		const entry = parseLine(line);
		return isRecord(entry) && typeof entry.shortSummary === "string" ? entry.shortSummary : undefined;
	}
	return undefined;
}

function parseLine(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		// The slice may start or end in the middle of a line.
		return undefined;
	}
}
