import type { Selector } from "../../files/paths/selector.ts";
import type { LineSpan } from "../../files/snapshots/line-span.ts";

/** The lines to show, as whole windows from the top down. */
export interface LinePlan {
	readonly windows: readonly LineSpan[];
	/** The first line asked for; what stands before it in a window is only there to show where it is. */
	readonly firstLine: number;
	/** Nobody said where to stop, so the last window ends where the limit does. */
	readonly isOpen: boolean;
}

/** What a range gets around it, so that the model sees where it stands. */
const linesBefore = 1;
const linesAfter = 3;
const maxLines = 3000;

/** With `exact`, a range gets nothing around it. */
export function planLines(
	{ ranges, raw }: Selector,
	defaultLimit: number,
	{ exact = false }: { readonly exact?: boolean } = {},
): LinePlan {
	const limit = Math.min(Math.max(1, defaultLimit), maxLines);
	const [only] = ranges;
	if (!only) return { windows: [{ start: 1, end: limit }], firstLine: 1, isOpen: true };
	if (ranges.length === 1 && only.end !== undefined && !raw && !exact) {
		const start = Math.max(1, only.start - linesBefore);
		return { ...capped([{ start, end: only.end + linesAfter }]), firstLine: only.start };
	}
	const windows = ranges.map(({ start, end }) => ({ start, end: end ?? start + limit - 1 }));
	return { ...capped(windows, ranges.at(-1)?.end === undefined), firstLine: only.start };
}

export function countPlanned({ windows }: Pick<LinePlan, "windows">): number {
	return windows.reduce((sum, { start, end }) => sum + end - start + 1, 0);
}

/** Windows beyond the most lines an answer may have are left for the next one. */
function capped(windows: readonly LineSpan[], isOpen = false): Omit<LinePlan, "firstLine"> {
	const kept: LineSpan[] = [];
	let room = maxLines;
	for (const { start, end } of windows) {
		const lines = end - start + 1;
		if (room === 0) return { windows: kept, isOpen: true };
		kept.push({ start, end: start + Math.min(lines, room) - 1 });
		if (lines > room) return { windows: kept, isOpen: true };
		room -= lines;
	}
	return { windows: kept, isOpen };
}
