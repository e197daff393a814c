/** Lines of a file that can be left out, counted from 0. Outer folds hold the ones inside them. */
export interface Fold {
	/** Between brackets, the first and the last line share one row; else the hidden lines become a row of their own. */
	readonly brackets?: {
		readonly line: number;
		/** Behind the opening bracket. */
		readonly openEnd: number;
		readonly endLine: number;
		/** Before the closing one. */
		readonly closeStart: number;
	};
	readonly firstHidden: number;
	readonly lastHidden: number;
	readonly children: readonly Fold[];
}

/** Lines that take one row while the fold is closed. */
export function foldedLines({ brackets, firstHidden, lastHidden }: Fold): number {
	return brackets ? brackets.endLine - brackets.line + 1 : lastHidden - firstHidden + 1;
}

export function hiddenLines({ firstHidden, lastHidden }: Fold): number {
	return lastHidden - firstHidden + 1;
}
