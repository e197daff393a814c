/** The part of a text that was replaced: from `start` to `end` of the old one, by `text`. */
export interface TextChange {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

const blockChars = 4096;

/** The smallest part that two texts differ in, not splitting a line break or a character. */
export function findTextChange(before: string, after: string): TextChange {
	const shorter = Math.min(before.length, after.length);
	let start = countEqualStart(before, after, shorter);
	if (isSplit(before, start) || isSplit(after, start)) start--;
	let kept = countEqualEnd(before, after, shorter - start);
	if (kept > 0 && (isSplit(before, before.length - kept) || isSplit(after, after.length - kept))) kept--;
	return { start, end: before.length - kept, text: after.slice(start, after.length - kept) };
}

/** Whether an offset is inside `\r\n` or a surrogate pair. */
function isSplit(text: string, offset: number): boolean {
	const left = text.charCodeAt(offset - 1);
	const right = text.charCodeAt(offset);
	return (left === 0x0d && right === 0x0a) || (left >= 0xd8_00 && left <= 0xdb_ff);
}

/** Whole blocks are compared first, which is much faster than one character after the other. */
function countEqualStart(before: string, after: string, max: number): number {
	let count = 0;
	while (
		count + blockChars <= max &&
		before.slice(count, count + blockChars) === after.slice(count, count + blockChars)
	) {
		count += blockChars;
	}
	while (count < max && before.charCodeAt(count) === after.charCodeAt(count)) count++;
	return count;
}

function countEqualEnd(before: string, after: string, max: number): number {
	const blockAt = (text: string, count: number) => text.slice(text.length - count - blockChars, text.length - count);
	let count = 0;
	while (count + blockChars <= max && blockAt(before, count) === blockAt(after, count)) count += blockChars;
	while (count < max && before.charCodeAt(before.length - count - 1) === after.charCodeAt(after.length - count - 1)) {
		count++;
	}
	return count;
}
