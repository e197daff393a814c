import { cutLine } from "../../output/cut-line.ts";
import { countPlanned, type LinePlan } from "./line-plan.ts";

export interface CollectedRow {
	readonly lineNumber: number;
	readonly text: string;
	/** Something of the line is missing. */
	readonly isCut: boolean;
}

export interface CollectedRows {
	readonly rows: readonly CollectedRow[];
	/** Absent when the file was not read to its end. */
	readonly totalLines?: number;
	/** The answer was full before the plan was done. */
	readonly isFull: boolean;
}

const minBudgetBytes = 50 * 1024;
const budgetBytesPerLine = 512;

/** Takes the planned lines as they come by, until they are all there or the answer is full. */
export class RowCollector {
	readonly #plan: LinePlan;
	readonly #maxColumns: number;
	readonly #rows: CollectedRow[] = [];
	#window = 0;
	#bytesLeft: number;
	isFull = false;

	/** Columns in bytes; 0 cuts no line. */
	constructor(plan: LinePlan, options: { maxColumns: number; maxBytes?: number }) {
		this.#plan = plan;
		this.#maxColumns = options.maxColumns;
		this.#bytesLeft = options.maxBytes ?? Math.max(minBudgetBytes, countPlanned(plan) * budgetBytesPerLine);
	}

	/** Bytes of a line beyond this would not be shown. */
	get maxLineBytes(): number {
		return this.#maxColumns === 0 ? this.#bytesLeft : this.#maxColumns;
	}

	/** The next line that matters; `undefined` when none does. */
	nextWanted(lineNumber: number): number | undefined {
		if (this.isFull) return undefined;
		for (; this.#window < this.#plan.windows.length; this.#window++) {
			const window = this.#plan.windows[this.#window];
			if (window && lineNumber <= window.end) return Math.max(lineNumber, window.start);
		}
		return undefined;
	}

	/** A line that `nextWanted` named; `isCut` when only its beginning is at hand. */
	add(lineNumber: number, line: string, isCut = false): void {
		const room = this.#maxColumns === 0 ? Math.max(1, this.#bytesLeft) : this.#maxColumns;
		const shown = cutLine(line, room);
		const text = isCut && shown === line ? `${line}…` : shown;
		this.#rows.push({ lineNumber, text, isCut: text !== line });
		this.#bytesLeft -= Buffer.byteLength(text) + 1;
		if (this.#bytesLeft <= 0) this.isFull = true;
	}

	rows(totalLines?: number): CollectedRows {
		return { rows: this.#rows, isFull: this.isFull, ...(totalLines !== undefined && { totalLines }) };
	}
}

/** The planned ones of lines that are all at hand. */
export function collectRows(
	lines: readonly string[],
	plan: LinePlan,
	options: { maxColumns: number; maxBytes?: number },
): CollectedRows {
	const collector = new RowCollector(plan, options);
	for (
		let line = collector.nextWanted(1);
		line !== undefined && line <= lines.length;
		line = collector.nextWanted(line + 1)
	) {
		collector.add(line, lines[line - 1] ?? "");
	}
	return collector.rows(lines.length);
}
