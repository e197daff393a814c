import { formatBytes } from "@oh-my-pi/pi-tools/output/format-bytes";

export const DEFAULT_MAX_LINES = 2000;
export const DEFAULT_MAX_BYTES = 50 * 1024;
export const GREP_MAX_LINE_LENGTH = 500;

export interface TruncationOptions {
	readonly maxLines?: number;
	readonly maxBytes?: number;
}

export interface TruncationResult {
	readonly content: string;
	readonly truncated: boolean;
	readonly truncatedBy: "lines" | "bytes" | null;
	readonly totalLines: number;
	readonly totalBytes: number;
	readonly outputLines: number;
	readonly outputBytes: number;
	/** Only by `truncateTail`: the first line of the result lacks its beginning. */
	readonly lastLinePartial: boolean;
	/** Only by `truncateHead`: not even one line fits. */
	readonly firstLineExceedsLimit: boolean;
	readonly maxLines: number;
	readonly maxBytes: number;
}

/** Keeps whole lines from the beginning. */
export function truncateHead(content: string, options: TruncationOptions = {}): TruncationResult {
	const lines = content.split("\n");
	const { maxBytes = DEFAULT_MAX_BYTES, maxLines = DEFAULT_MAX_LINES } = options;
	const { count, stoppedBy } = countFitting(lines, maxLines, maxBytes);
	return buildResult(content, lines, { kept: lines.slice(0, count), stoppedBy, maxLines, maxBytes, isPartial: false });
}

/** Keeps lines from the end; of a last line that is too long, its end. */
export function truncateTail(content: string, options: TruncationOptions = {}): TruncationResult {
	const lines = content.split("\n");
	const { maxBytes = DEFAULT_MAX_BYTES, maxLines = DEFAULT_MAX_LINES } = options;
	const { count, stoppedBy } = countFitting(lines.toReversed(), maxLines, maxBytes);
	const isPartial = count === 0 && stoppedBy === "bytes";
	const kept = isPartial ? [cutStart(lines.at(-1) ?? "", maxBytes)] : lines.slice(lines.length - count);
	return buildResult(content, lines, { kept, stoppedBy, maxLines, maxBytes, isPartial });
}

/** One line, cut after so many characters. */
export function truncateLine(
	line: string,
	maxChars: number = GREP_MAX_LINE_LENGTH,
): { text: string; wasTruncated: boolean } {
	if (line.length <= maxChars) return { text: line, wasTruncated: false };
	return { text: `${line.slice(0, maxChars)}... [truncated]`, wasTruncated: true };
}

export const formatSize: (bytes: number) => string = formatBytes;

function countFitting(lines: readonly string[], maxLines: number, maxBytes: number) {
	let bytes = 0;
	for (const [index, line] of lines.entries()) {
		if (index === maxLines) return { count: index, stoppedBy: "lines" as const };
		bytes += Buffer.byteLength(line) + (index > 0 ? 1 : 0);
		if (bytes > maxBytes) return { count: index, stoppedBy: "bytes" as const };
	}
	return { count: lines.length, stoppedBy: null };
}

/** The end of a text within so many bytes, without half a character. */
function cutStart(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text).subarray(-maxBytes);
	let start = 0;
	while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
	return bytes.subarray(start).toString();
}

function buildResult(
	content: string,
	lines: readonly string[],
	part: {
		readonly kept: readonly string[];
		readonly stoppedBy: "lines" | "bytes" | null;
		readonly maxLines: number;
		readonly maxBytes: number;
		readonly isPartial: boolean;
	},
): TruncationResult {
	const { kept, stoppedBy, maxLines, maxBytes, isPartial } = part;
	const output = kept.join("\n");
	return {
		content: stoppedBy === null ? content : output,
		truncated: stoppedBy !== null,
		truncatedBy: stoppedBy,
		totalLines: lines.length,
		totalBytes: Buffer.byteLength(content),
		outputLines: kept.length,
		outputBytes: Buffer.byteLength(output),
		lastLinePartial: isPartial,
		firstLineExceedsLimit: kept.length === 0 && stoppedBy === "bytes",
		maxLines,
		maxBytes,
	};
}
