import type { OutputLimits } from "./output-limits.ts";
import type { Truncation } from "./output-meta.ts";

export interface Elided {
	readonly text: string;
	readonly truncation: Truncation;
}

/** What is known of a text of which only the two ends may be at hand. */
export interface Ends {
	/** At least `headBytes` from the beginning. */
	readonly head: Buffer;
	/** At least `tailBytes` from the end. */
	readonly tail: Buffer;
	readonly totalBytes: number;
	readonly totalLines: number;
}

/** Keeps whole lines of both ends; a single line longer than an end is cut between characters. */
export function elideMiddle(ends: Ends, limits: OutputLimits): Elided {
	const { totalBytes, totalLines } = ends;
	const head = wholeLinesAtStart(ends.head.subarray(0, limits.headBytes)).toString();
	const tail = lastLines(wholeLinesAtEnd(ends.tail.subarray(-limits.tailBytes)).toString(), limits.tailLines);
	const headLines = countLines(head);
	const tailLines = countLines(tail);
	const outputBytes = Buffer.byteLength(head) + Buffer.byteLength(tail);
	const elidedBytes = Math.max(0, totalBytes - outputBytes);
	const elidedLines = Math.max(0, totalLines - headLines - tailLines);
	const tailRange = { start: Math.max(1, totalLines - tailLines + 1), end: totalLines };
	const shared = { totalLines, totalBytes, outputLines: headLines + tailLines, outputBytes, elidedBytes, elidedLines };
	if (!head) {
		return { text: tail, truncation: { direction: "tail", truncatedBy: "bytes", ...shared, shownRange: tailRange } };
	}
	const text = `${head.replace(/\n$/, "")}\n[… ${elidedBytes} bytes elided …]\n${tail}`;
	const headRange = { start: 1, end: headLines };
	return { text, truncation: { direction: "middle", truncatedBy: "middle", ...shared, headRange, tailRange } };
}

/** A last line without its newline counts. */
export function countLines(text: string): number {
	let count = text === "" || text.endsWith("\n") ? 0 : 1;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
	return count;
}

function wholeLinesAtStart(bytes: Buffer): Buffer {
	const end = bytes.lastIndexOf(0x0a);
	if (end !== -1) return bytes.subarray(0, end + 1);
	return bytes.subarray(0, boundaryBefore(bytes));
}

function wholeLinesAtEnd(bytes: Buffer): Buffer {
	const start = bytes.indexOf(0x0a);
	if (start !== -1 && start < bytes.length - 1) return bytes.subarray(start + 1);
	let at = 0;
	while (at < bytes.length && isContinuation(bytes[at])) at++;
	return bytes.subarray(at);
}

/** Where the last complete character ends. */
function boundaryBefore(bytes: Buffer): number {
	let start = bytes.length - 1;
	while (start > 0 && isContinuation(bytes[start])) start--;
	const lead = bytes[start] ?? 0;
	const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	return start + length <= bytes.length ? bytes.length : start;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}

function lastLines(text: string, maxLines: number): string {
	return text
		.split(/(?<=\n)/)
		.slice(-maxLines)
		.join("");
}
