import { open } from "node:fs/promises";

export interface LineWindow {
	readonly lines: string[];
	readonly firstLine: number;
	/** Absent when the file was not read to its end. */
	readonly totalLines?: number;
	readonly hasMore: boolean;
	readonly binary: boolean;
}

const chunkBytes = 64 * 1024;
/** Counting the lines of a larger file would cost more than the count is worth. */
const maxCountedBytes = 32 * 1024 * 1024;

/** Reads some lines without ever holding more of the file than those and one chunk. */
export async function readLines(
	path: string,
	options: { start: number; maxLines: number; maxLineBytes: number },
): Promise<LineWindow> {
	await using file = await open(path, "r");
	const { size } = await file.stat();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const buffer = new Uint8Array(chunkBytes);
	const lines: string[] = [];
	let lineNumber = 1;
	let current = "";
	let hasMore = false;
	let endsWithLine = true;
	const last = options.start + options.maxLines - 1;

	for (let offset = 0; ; ) {
		const { bytesRead } = await file.read(buffer, 0, chunkBytes, offset);
		if (bytesRead === 0) break;
		offset += bytesRead;
		const text = decode(decoder, buffer.subarray(0, bytesRead));
		if (text === undefined) return { lines: [], firstLine: options.start, hasMore: false, binary: true };
		endsWithLine = text.endsWith("\n");
		let from = 0;
		for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
			if (lineNumber >= options.start && lineNumber <= last) lines.push(current + text.slice(from, at));
			current = "";
			from = at + 1;
			lineNumber++;
		}
		// A line without an end must not be collected whole.
		if (lineNumber >= options.start && lineNumber <= last && current.length <= options.maxLineBytes * 2) {
			current += text.slice(from);
		}
		if (lineNumber > last && size > maxCountedBytes) {
			hasMore = true;
			return { lines: lines.map(withoutReturn), firstLine: options.start, hasMore, binary: false };
		}
	}
	if (!endsWithLine) {
		if (lineNumber >= options.start && lineNumber <= last) lines.push(current);
		lineNumber++;
	}
	const totalLines = lineNumber - 1;
	return {
		lines: lines.map(withoutReturn),
		firstLine: options.start,
		totalLines,
		hasMore: totalLines > last,
		binary: false,
	};
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return decoder.decode(bytes, { stream: true });
	} catch {
		return undefined;
	}
}

function withoutReturn(line: string): string {
	return line.endsWith("\r") ? line.slice(0, -1) : line;
}
