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
	/** A comment of several lines, as one row that says what it is about. */
	readonly comment?: { readonly line: number; readonly endLine: number; readonly text: string };
	readonly firstHidden: number;
	readonly lastHidden: number;
	readonly children: readonly Fold[];
}

/** Lines that take one row while the fold is closed. */
export function foldedLines({ brackets, comment, firstHidden, lastHidden }: Fold): number {
	const whole = brackets ?? comment;
	return whole ? whole.endLine - whole.line + 1 : lastHidden - firstHidden + 1;
}

export function hiddenLines({ firstHidden, lastHidden }: Fold): number {
	return lastHidden - firstHidden + 1;
}
