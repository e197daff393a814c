import type { HunkRange } from "../changes/change-unit.ts";

/** The old version of a file with some of the hunks that lead to the new one, byte for byte. */
export function applyHunks(
	before: Uint8Array,
	after: Uint8Array,
	hunks: readonly HunkRange[],
	isChosen: (hunkIndex: number) => boolean,
): Uint8Array {
	const oldLines = lineStarts(before);
	const newLines = lineStarts(after);
	const parts: Uint8Array[] = [];
	let at = 0;
	for (const [index, hunk] of hunks.entries()) {
		const oldFrom = firstLine(hunk.oldStart, hunk.oldLines);
		const oldTo = oldFrom + hunk.oldLines;
		parts.push(slice(before, oldLines, at, oldFrom));
		const newFrom = firstLine(hunk.newStart, hunk.newLines);
		parts.push(
			isChosen(index)
				? slice(after, newLines, newFrom, newFrom + hunk.newLines)
				: slice(before, oldLines, oldFrom, oldTo),
		);
		at = oldTo;
	}
	parts.push(slice(before, oldLines, at, oldLines.length));
	return Buffer.concat(parts);
}

/** From 0. Of a side without lines, git names the line before. */
function firstLine(start: number, count: number): number {
	return count === 0 ? start : start - 1;
}

function lineStarts(bytes: Uint8Array): number[] {
	const starts: number[] = bytes.length > 0 ? [0] : [];
	for (let end = bytes.indexOf(10); end >= 0 && end + 1 < bytes.length; end = bytes.indexOf(10, end + 1))
		starts.push(end + 1);
	return starts;
}

function slice(bytes: Uint8Array, starts: readonly number[], from: number, to: number): Uint8Array {
	return bytes.subarray(starts[from] ?? bytes.length, starts[to] ?? bytes.length);
}
