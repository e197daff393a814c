import type { Effort } from "./effort.ts";

/** Beyond this a comparison unit by unit takes too long; equal beginnings and ends then have to do. */
const maxComparedCells = 2000 * 2000;

/** From 0 to 1: how much of the longer one would not have to be typed to get from one to the other. */
export function similarity(a: string, b: string, effort?: Effort): number {
	const longest = Math.max(a.length, b.length);
	return longest === 0 ? 1 : 1 - editDistance(a, b, longest, effort) / longest;
}

/** The number of edits between two lines; something above `limit` when there are more than that. */
export function editDistance(a: string, b: string, limit: number, effort?: Effort): number {
	if (a === b) return 0;
	if (Math.abs(a.length - b.length) > limit) return limit + 1;
	let start = 0;
	let endA = a.length;
	let endB = b.length;
	while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
	while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
		endA--;
		endB--;
	}
	const lengthA = endA - start;
	const lengthB = endB - start;
	if (lengthA === 0 || lengthB === 0 || lengthA * lengthB > maxComparedCells) return Math.max(lengthA, lengthB);
	return banded(a.slice(start, endA), b.slice(start, endB), limit, effort);
}

/** Levenshtein's table, but only as far from its diagonal as `limit` edits can lead. */
function banded(a: string, b: string, limit: number, effort?: Effort): number {
	let previous = new Int32Array(b.length + 1);
	let current = new Int32Array(b.length + 1);
	for (let column = 0; column <= b.length; column++) previous[column] = column;
	for (let row = 1; row <= a.length; row++) {
		const from = Math.max(1, row - limit);
		const to = Math.min(b.length, row + limit);
		current[from - 1] = from === 1 ? row : limit + 1;
		let least = current[from - 1] ?? 0;
		const unit = a.charCodeAt(row - 1);
		effort?.spend(to - from + 1);
		for (let column = from; column <= to; column++) {
			const above = column === row + limit ? limit + 1 : (previous[column] ?? 0);
			const replaced = (previous[column - 1] ?? 0) + (unit === b.charCodeAt(column - 1) ? 0 : 1);
			const value = Math.min(above + 1, (current[column - 1] ?? 0) + 1, replaced);
			current[column] = value;
			if (value < least) least = value;
		}
		if (least > limit) return limit + 1;
		[previous, current] = [current, previous];
	}
	return previous[b.length] ?? 0;
}
