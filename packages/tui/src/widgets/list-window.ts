/** The visible part of a long list, with context around the selected row. */
export function listWindow(count: number, selected: number, maxVisible: number): { start: number; end: number } {
	const size = Math.max(1, Math.min(count, maxVisible));
	const start = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
	return { start, end: Math.min(count, start + size) };
}

/** The scrollbar symbol of each visible row; empty if everything fits. */
export function scrollbar(
	count: number,
	window: { start: number; end: number },
	signs: { track: string; thumb: string },
): string[] {
	const visible = window.end - window.start;
	if (visible >= count) return Array<string>(visible).fill("");
	const length = Math.max(1, Math.round((visible * visible) / count));
	const top = Math.round(((visible - length) * window.start) / Math.max(1, count - visible));
	return Array.from({ length: visible }, (_, row) => (row >= top && row < top + length ? signs.thumb : signs.track));
}
