import type { Fold } from "./fold.ts";

/** The text under each heading of a Markdown file. */
export function proseFolds(lines: readonly string[], minBodyLines: number): Fold[] {
	const folds: Fold[] = [];
	let first: number | undefined;
	let fence: string | undefined;
	const close = (end: number) => {
		if (first !== undefined && end - first >= minBodyLines)
			folds.push({ firstHidden: first, lastHidden: end - 1, children: [] });
	};
	for (const [index, line] of lines.entries()) {
		const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
		if (mark && (fence === undefined || mark.startsWith(fence))) fence = fence === undefined ? mark : undefined;
		if (fence !== undefined || !/^#{1,6}\s/.test(line)) continue;
		close(index);
		first = index + 1;
	}
	close(lines.length);
	return folds;
}
