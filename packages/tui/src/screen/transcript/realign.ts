/** The rows in history and the block's current rows. */
export interface Realignment {
	readonly rows: readonly string[];
	readonly committedRows: number;
	/** The last rows that went to history. */
	readonly committedTail: readonly string[];
	/** The block will not change any more. */
	readonly isFinal: boolean;
}

// Rows compared to recognize a position; a single one may be a bracket that occurs everywhere.
const ANCHOR_ROWS = 3;

/**
 * How many of the rows count as being in history. Rows changed in place do not move the boundary; rows inserted or
 * removed above do. If the position is not found in the final rows, the boundary goes back to the first change:
 * duplicates are better than losses.
 */
export function realign(change: Realignment): number {
	const { rows, committedRows, committedTail, isFinal } = change;
	const anchor = committedTail.slice(-ANCHOR_ROWS);
	const isBlank = anchor.every((row) => plain(row).trim() === "");
	const stays = Math.min(committedRows, rows.length);
	if (anchor.length === 0 || isBlank || partlyMatches(rows, committedRows, committedTail)) return stays;
	const found = findNearest(rows, anchor, committedRows);
	if (found !== undefined) return found;
	return isFinal ? firstChange(rows, committedRows, committedTail) : stays;
}

/** Any row of the tail is still in its place: the others changed in place, nothing moved. */
function partlyMatches(rows: readonly string[], committedRows: number, tail: readonly string[]): boolean {
	const near = tail.slice(-ANCHOR_ROWS);
	return near.some((row, index) => {
		const now = rows[committedRows - near.length + index];
		return now !== undefined && plain(row).trim() !== "" && isSame(row, now);
	});
}

function findNearest(rows: readonly string[], anchor: readonly string[], committedRows: number): number | undefined {
	for (let distance = 1; distance <= rows.length; distance++) {
		for (const end of [committedRows - distance, committedRows + distance]) {
			if (end >= anchor.length && end <= rows.length && endsAt(rows, end, anchor)) return end;
		}
	}
	return undefined;
}

function endsAt(rows: readonly string[], end: number, anchor: readonly string[]): boolean {
	return anchor.every((row, index) => isSame(row, rows[end - anchor.length + index] ?? ""));
}

function firstChange(rows: readonly string[], committedRows: number, tail: readonly string[]): number {
	const start = Math.max(0, committedRows - tail.length);
	const changed = tail.findIndex((row, index) => !isSame(row, rows[start + index] ?? "\0"));
	return Math.min(rows.length, start + Math.max(0, changed));
}

function isSame(a: string, b: string): boolean {
	return a === b || plain(a) === plain(b);
}

function plain(row: string): string {
	return Bun.stripANSI(row).trimEnd();
}
