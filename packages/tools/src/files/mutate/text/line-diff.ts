/** Lines `[oldStart, oldEnd)` became `[newStart, newEnd)`, counted from 0. */
export interface LineChange {
	readonly oldStart: number;
	readonly oldEnd: number;
	readonly newStart: number;
	readonly newEnd: number;
}

/** A look for the fewest edits beyond this many costs more than a finer diff is worth. */
const maxEdits = 600;

/** What differs between two texts, in order; the lines between two changes are equal. */
export function diffLines(before: readonly string[], after: readonly string[]): LineChange[] {
	const changes: LineChange[] = [];
	compare(before, after, { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length }, changes);
	return changes;
}

function compare(before: readonly string[], after: readonly string[], whole: LineChange, changes: LineChange[]): void {
	const part = withoutEqualEnds(before, after, whole);
	const oldCount = part.oldEnd - part.oldStart;
	const newCount = part.newEnd - part.newStart;
	if (oldCount === 0 && newCount === 0) return;
	if (oldCount === 0 || newCount === 0) {
		changes.push(part);
		return;
	}
	const [oldIds, newIds] = numbered(before.slice(part.oldStart, part.oldEnd), after.slice(part.newStart, part.newEnd));
	const shortest = shortestEdits(oldIds, newIds);
	if (shortest) {
		for (const change of shortest) changes.push(shifted(change, part));
		return;
	}
	// Too different for that: lines that occur once on either side tell which parts belong together.
	const anchors = uniqueInOrder(oldIds, newIds);
	if (anchors.length === 0) {
		changes.push(part);
		return;
	}
	let from = { oldStart: part.oldStart, newStart: part.newStart };
	for (const [oldIndex, newIndex] of anchors) {
		const at = { oldEnd: part.oldStart + oldIndex, newEnd: part.newStart + newIndex };
		compare(before, after, { ...from, ...at }, changes);
		from = { oldStart: at.oldEnd + 1, newStart: at.newEnd + 1 };
	}
	compare(before, after, { ...from, oldEnd: part.oldEnd, newEnd: part.newEnd }, changes);
}

function withoutEqualEnds(before: readonly string[], after: readonly string[], whole: LineChange): LineChange {
	let { oldStart, oldEnd, newStart, newEnd } = whole;
	while (oldStart < oldEnd && newStart < newEnd && before[oldStart] === after[newStart]) {
		oldStart++;
		newStart++;
	}
	while (oldEnd > oldStart && newEnd > newStart && before[oldEnd - 1] === after[newEnd - 1]) {
		oldEnd--;
		newEnd--;
	}
	return { oldStart, oldEnd, newStart, newEnd };
}

function shifted(change: LineChange, by: LineChange): LineChange {
	return {
		oldStart: change.oldStart + by.oldStart,
		oldEnd: change.oldEnd + by.oldStart,
		newStart: change.newStart + by.newStart,
		newEnd: change.newEnd + by.newStart,
	};
}

/** Equal lines get equal numbers, which compare faster than text. */
function numbered(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
	const ids = new Map<string, number>();
	const findOrAddId = (line: string) => {
		const known = ids.get(line);
		if (known !== undefined) return known;
		ids.set(line, ids.size);
		return ids.size - 1;
	};
	return [Int32Array.from(before, findOrAddId), Int32Array.from(after, findOrAddId)];
}

/** Myers' greedy algorithm; `undefined` when more edits would be needed than is worth looking for. */
function shortestEdits(before: Int32Array, after: Int32Array): LineChange[] | undefined {
	const limit = Math.min(maxEdits, before.length + after.length);
	const offset = limit + 1;
	const furthest = new Int32Array(2 * limit + 3);
	const trail: Int32Array[] = [];
	for (let edits = 0; edits <= limit; edits++) {
		trail.push(furthest.slice(offset - edits - 1, offset + edits + 2));
		for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
			let x = stepsDown(furthest, offset + diagonal, edits === -diagonal, edits === diagonal)
				? (furthest[offset + diagonal + 1] ?? 0)
				: (furthest[offset + diagonal - 1] ?? 0) + 1;
			let y = x - diagonal;
			while (x < before.length && y < after.length && before[x] === after[y]) {
				x++;
				y++;
			}
			furthest[offset + diagonal] = x;
			if (x >= before.length && y >= after.length) return traceBack(trail, before.length, after.length);
		}
	}
	return undefined;
}

/** Whether the best way onto a diagonal is an insertion, which goes down, rather than a deletion. */
function stepsDown(furthest: Int32Array, at: number, isLowest: boolean, isHighest: boolean): boolean {
	return isLowest || (!isHighest && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));
}

function traceBack(trail: readonly Int32Array[], oldLength: number, newLength: number): LineChange[] {
	const changes: LineChange[] = [];
	let x = oldLength;
	let y = newLength;
	for (let edits = trail.length - 1; edits > 0; edits--) {
		const furthest = trail[edits] ?? new Int32Array();
		const offset = edits + 1;
		const diagonal = x - y;
		const down = stepsDown(furthest, offset + diagonal, edits === -diagonal, edits === diagonal);
		const previous = diagonal + (down ? 1 : -1);
		const fromX = furthest[offset + previous] ?? 0;
		const fromY = fromX - previous;
		prepend(changes, {
			oldStart: fromX,
			oldEnd: down ? fromX : fromX + 1,
			newStart: fromY,
			newEnd: down ? fromY + 1 : fromY,
		});
		x = fromX;
		y = fromY;
	}
	return changes.reverse();
}

/** Collected from the end; an edit that touches the one behind it becomes part of it. */
function prepend(changes: LineChange[], edit: LineChange): void {
	const next = changes.at(-1);
	if (next && next.oldStart === edit.oldEnd && next.newStart === edit.newEnd) {
		changes[changes.length - 1] = { ...edit, oldEnd: next.oldEnd, newEnd: next.newEnd };
	} else changes.push(edit);
}

/** Pairs of lines that are unique on both sides, the longest list of them that ascends on both. */
function uniqueInOrder(before: Int32Array, after: Int32Array): Array<[number, number]> {
	const inOld = uniqueIndexes(before);
	const inNew = uniqueIndexes(after);
	const pairs: Array<[number, number]> = [];
	for (const [id, oldIndex] of inOld) {
		const newIndex = inNew.get(id);
		if (newIndex !== undefined) pairs.push([oldIndex, newIndex]);
	}
	return longestAscending(pairs.sort((a, b) => a[0] - b[0]));
}

function uniqueIndexes(ids: Int32Array): Map<number, number> {
	const indexes = new Map<number, number>();
	const repeated = new Set<number>();
	for (const [index, id] of ids.entries()) {
		if (indexes.has(id)) repeated.add(id);
		else indexes.set(id, index);
	}
	for (const id of repeated) indexes.delete(id);
	return indexes;
}

function longestAscending(pairs: ReadonlyArray<[number, number]>): Array<[number, number]> {
	const ends: number[] = [];
	const before: number[] = [];
	for (const [index, [, value]] of pairs.entries()) {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
			else high = middle;
		}
		before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
		ends[low] = index;
	}
	const picked: Array<[number, number]> = [];
	for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
		const pair = pairs[index];
		if (pair) picked.push(pair);
	}
	return picked.reverse();
}
