import type { Component } from "../component.ts";
import {
	advancePosition,
	CONTENT_START,
	type ContentPosition,
	firstChangedRow,
	rowsAfter,
} from "./content-position.ts";
import { realign } from "./realign.ts";

/** A component that is finished from the top down tells how many rows of its last rendering will stay as they are. */
export interface SettlingComponent extends Component {
	settledRows(): number;
}

export interface BlockOptions {
	/** Blank rows before the block when something stands above it. One unless told otherwise. */
	readonly gap?: number;
	/**
	 * Rows that scroll off the window before the block is settled go to history as they look then. Without this they wait
	 * in hiding until they are final, and the window shows the block's end.
	 */
	readonly snapshot?: boolean;
}

// Enough to find the place again after a change; older rows are only in the terminal.
const REMEMBERED_ROWS = 64;
const NO_ROWS: readonly string[] = [];

/** One block of the transcript: which of its rows are in the terminal's history and which are still ours. */
export class LiveBlock {
	readonly component: Component;
	readonly #options: BlockOptions;
	#isSettled = false;
	#needsAudit = false;
	#hasRowsAbove = false;
	#width = 0;
	#source: readonly string[] | undefined;
	/** Gap and component rows together. */
	#rows: readonly string[] = NO_ROWS;
	#live: readonly string[] = NO_ROWS;
	#committedRows = 0;
	#committedTail: readonly string[] = NO_ROWS;
	#position: ContentPosition = CONTENT_START;

	constructor(component: Component, options: BlockOptions) {
		this.component = component;
		this.#options = options;
	}

	/** The content is final. */
	settle(): void {
		this.#isSettled = true;
		this.#needsAudit = true;
	}

	/** Nothing will come any more and everything is in history. */
	get isDone(): boolean {
		return this.#isSettled && !this.#needsAudit && this.#live.length === 0;
	}

	/** What comes after this block must not go to history before it. */
	get holdsBack(): boolean {
		return !this.#isSettled && !this.#options.snapshot;
	}

	/** Rows that are not in history yet. The same array while nothing changes. */
	liveRows(width: number, rowsAbove: boolean): readonly string[] {
		const source = this.component.render(width);
		// What stands above a block that has begun is above it for good, be it the block's own beginning.
		const hasRowsAbove = this.#hasBegun ? this.#hasRowsAbove : rowsAbove;
		const isSame = source === this.#source && width === this.#width && hasRowsAbove === this.#hasRowsAbove;
		if (isSame && !this.#needsAudit) return this.#live;
		const isRewrapped = this.#source !== undefined && width !== this.#width;
		this.#needsAudit = false;
		this.#source = source;
		this.#width = width;
		this.#hasRowsAbove = hasRowsAbove;
		this.#rows = this.#withGap(source);
		if (!this.#hasBegun) this.#live = this.#rows;
		else if (!isRewrapped && !this.#isSettled && this.#endsInPlace())
			this.#live = this.#rows.slice(this.#committedRows);
		else if (this.#options.snapshot && !isRewrapped && this.#committedTail.length > 0) this.#followRows();
		else this.#followContent();
		return this.#live;
	}

	/** How many of the live rows may go to history now. */
	committableRows(): number {
		if (this.#isSettled || this.#options.snapshot) return this.#live.length;
		const settled = isSettling(this.component) ? this.component.settledRows() : 0;
		if (settled === 0) return 0;
		const gapRows = this.#rows.length - (this.#source?.length ?? 0);
		return Math.min(this.#live.length, Math.max(0, settled + gapRows - (this.#rows.length - this.#live.length)));
	}

	/** At most `count` of the first live rows have been written to history; tells how many. */
	commit(count: number): number {
		const rows = this.#live.slice(0, count);
		if (rows.length === 0) return 0;
		this.#committedRows += rows.length;
		this.#committedTail = [...this.#committedTail, ...rows].slice(-REMEMBERED_ROWS);
		this.#position = advancePosition(this.#position, rows);
		this.#live = this.#live.slice(rows.length);
		return rows.length;
	}

	/** Everything is in history: what was cached for drawing can go. */
	release(): void {
		this.#source = undefined;
		this.#rows = NO_ROWS;
		this.#live = NO_ROWS;
		this.#committedTail = NO_ROWS;
		this.component.invalidate?.();
	}

	/** History has been cleared; all rows are to be written again. */
	rewind(): void {
		this.release();
		this.#committedRows = 0;
		this.#position = CONTENT_START;
	}

	/** Some of it is in history. */
	get #hasBegun(): boolean {
		return this.#position !== CONTENT_START;
	}

	#withGap(source: readonly string[]): readonly string[] {
		const gap = this.#options.gap ?? 1;
		if (source.length === 0 || gap === 0 || !this.#hasRowsAbove) return source;
		return [...Array<string>(gap).fill(""), ...source];
	}

	/** The last row in history is still where it was: the usual case while text streams in below. */
	#endsInPlace(): boolean {
		const last = this.#committedTail.at(-1);
		return last !== undefined && last !== "" && this.#rows[this.#committedRows - 1] === last;
	}

	/** The place is found by what has been shown, at whatever width. What is final and was not shown so comes again. */
	#followContent(): void {
		const changed = this.#isSettled ? firstChangedRow(this.#position, this.#rows) : undefined;
		this.#live = changed === undefined ? rowsAfter(this.#position, this.#rows) : this.#rows.slice(changed);
		if (changed !== undefined) this.#position = advancePosition(CONTENT_START, this.#rows.slice(0, changed));
		this.#committedRows = this.#rows.length - this.#live.length;
		this.#committedTail = NO_ROWS;
	}

	/** Rows that roll or change in place are followed row by row. */
	#followRows(): void {
		this.#committedRows = realign({
			rows: this.#rows,
			committedRows: this.#committedRows,
			committedTail: this.#committedTail,
			isFinal: this.#isSettled,
		});
		this.#live = this.#rows.slice(this.#committedRows);
	}
}

function isSettling(component: Component): component is SettlingComponent {
	return "settledRows" in component;
}
