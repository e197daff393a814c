import { type Fold, foldedLines } from "./fold.ts";

/**
 * The folds that stay closed: outer ones are opened, level by level, while few lines are visible and opening one does not
 * make too many so.
 */
export function closedFolds(
	folds: readonly Fold[],
	totalLines: number,
	limits: { readonly unfoldUntil: number; readonly unfoldLimit: number },
): Fold[] {
	const closed = new Set(folds);
	let visible = totalLines - savedLines(folds);
	const queue = [...folds];
	for (let fold = queue.shift(); fold && visible < limits.unfoldUntil; fold = queue.shift()) {
		const opened = visible + foldedLines(fold) - 1 - savedLines(fold.children);
		if (opened > limits.unfoldLimit) continue;
		visible = opened;
		closed.delete(fold);
		for (const child of fold.children) closed.add(child);
		queue.push(...fold.children);
	}
	return [...closed].sort((a, b) => a.firstHidden - b.firstHidden);
}

function savedLines(folds: readonly Fold[]): number {
	return folds.reduce((sum, fold) => sum + foldedLines(fold) - 1, 0);
}
