export interface LineFilter {
	readonly head?: number;
	readonly tail?: number;
}

export interface FilteredText {
	readonly text: string;
	/** Of how many lines these are shown, counted from 1; `undefined` when all are. */
	readonly shown?: { readonly start: number; readonly end: number };
}

/** The first lines, then of these the last. */
export function filterLines(text: string, { head, tail }: LineFilter): FilteredText {
	const lines = text.split(/(?<=\n)/);
	const end = head === undefined ? lines.length : Math.min(lines.length, Math.max(0, Math.floor(head)));
	const start = tail === undefined ? 0 : Math.max(0, end - Math.max(0, Math.floor(tail)));
	if (start === 0 && end === lines.length) return { text };
	return { text: lines.slice(start, end).join(""), shown: { start: start + 1, end } };
}
