import { diffLines, type LineChange } from "@oh-my-pi/pi-tools/files/mutate/text/line-diff";

const maxTextBytes = 4 * 1024 * 1024;
const sniffedBytes = 8000;

/**
 * Merges two texts that come from one base, line by line and byte for byte. `undefined` if both changed the same or adjacent lines in
 * different ways, or if one is no text.
 */
export function mergeText(base: Buffer, ours: Buffer, theirs: Buffer): Buffer | undefined {
	if (![base, ours, theirs].every(isText)) return undefined;
	const [baseLines, ourLines, theirLines] = [splitLines(base), splitLines(ours), splitLines(theirs)];
	const ourChanges = diffLines(baseLines, ourLines);
	const theirChanges = diffLines(baseLines, theirLines);
	const merged: string[] = [];
	let at = 0;
	for (let our = 0, their = 0; our < ourChanges.length || their < theirChanges.length; ) {
		const mine = ourChanges[our];
		const other = theirChanges[their];
		if (mine && other && isTouching(mine, other)) {
			if (!isSameChange(mine, other, ourLines, theirLines)) return undefined;
			their++;
		}
		const isOurs = mine !== undefined && (other === undefined || mine.oldStart <= other.oldStart);
		const change = (isOurs ? mine : other) as LineChange;
		merged.push(...baseLines.slice(at, change.oldStart));
		merged.push(...(isOurs ? ourLines : theirLines).slice(change.newStart, change.newEnd));
		at = change.oldEnd;
		if (isOurs) our++;
		else their++;
	}
	merged.push(...baseLines.slice(at));
	return Buffer.from(merged.join(""), "latin1");
}

function isText(content: Buffer): boolean {
	return content.length <= maxTextBytes && !content.subarray(0, sniffedBytes).includes(0);
}

/** With their ends, so that a missing one at the end of the file is a difference. */
function splitLines(content: Buffer): string[] {
	return content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isTouching(a: LineChange, b: LineChange): boolean {
	return a.oldStart <= b.oldEnd && b.oldStart <= a.oldEnd;
}

function isSameChange(a: LineChange, b: LineChange, aLines: readonly string[], bLines: readonly string[]): boolean {
	if (a.oldStart !== b.oldStart || a.oldEnd !== b.oldEnd || a.newEnd - a.newStart !== b.newEnd - b.newStart)
		return false;
	for (let index = 0; index < a.newEnd - a.newStart; index++) {
		if (aLines[a.newStart + index] !== bLines[b.newStart + index]) return false;
	}
	return true;
}
