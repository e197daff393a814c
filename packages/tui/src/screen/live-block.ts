import type { Component } from "../component.ts";
import { plainText } from "../text/sanitize.ts";
import {
	advancePosition,
	CONTENT_START,
	type ContentPosition,
	firstChangedRow,
	isSameContent,
	rowsAfter,
} from "./content-position.ts";
import { realign } from "./realign.ts";

/** A component that is finished from the top down. */
export interface SettlingComponent extends Component {
	/** How many rows of its last rendering will stay as they are, but for blank rows that may come between them. */
	settledRows(): number;
	/** The rows from an index on: `render` without what nobody needs any more. The same array while nothing changes. */
	renderFrom?(width: number, firstRow: number): readonly string[];
}

export interface BlockOptions {
	/** Blank rows before the block when something stands above it. One unless told otherwise. */
	readonly gap?: number;
	/**
	 * Rows that scroll off the window before the block is settled go to history as they look then. Without this they wait
	 * in hiding until they are final, and the window shows the block's end.
	 */
	readonly snapshot?: boolean;
	/** Drawing it failed; what is shown instead says so. Told once. */
	onRenderError?(error: unknown): void;
}

// Enough to find the place again after a change; older rows are only in the terminal.
const REMEMBERED_ROWS = 64;
// Rows drawn again to see that those in history are still where they were.
const OVERLAP_ROWS = 3;
const NO_ROWS: readonly string[] = [];
const CONTENT_BEGUN: ContentPosition = { ...CONTENT_START };

/** One block of the transcript: which of its rows are in the terminal's history and which are still ours. */
export class LiveBlock {
	readonly component: Component;
	readonly #options: BlockOptions;
	#isSettled = false;
	#needsAudit = false;
	/** The terminal took rows that were not final. */
	#hasUnsettledHistory = false;
	#hasRowsAbove = false;
	#width = 0;
	#source: readonly string[] | undefined;
	/** Gap and component rows together. */
	#rows: readonly string[] = NO_ROWS;
	#gapRows = 0;
	#live: readonly string[] = NO_ROWS;
	#committedRows = 0;
	/** The last rows that went to history at the present width. */
	#committedTail: readonly string[] = NO_ROWS;
	#position: ContentPosition = CONTENT_START;
	#failure: readonly string[] | undefined;
	#streamed: { readonly rows: readonly string[]; readonly live: readonly string[] } | undefined;

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
		if (this.isDone && this.hasBegun) return NO_ROWS;
		this.#live = this.#streamedRows(width) ?? this.#allLiveRows(width, rowsAbove);
		return this.#live;
	}

	/** How many of the live rows may go to history now. */
	committableRows(): number {
		if (this.#isSettled || this.#options.snapshot) return this.#live.length;
		const settled = isSettling(this.component) ? this.component.settledRows() : 0;
		if (settled === 0) return 0;
		return Math.min(this.#live.length, Math.max(0, settled + this.#gapRows - this.#committedRows));
	}

	/** At most `count` of the first live rows have been written to history; tells how many. */
	commit(count: number): number {
		const rows = this.#live.slice(0, count);
		if (rows.length === 0) return 0;
		if (rows.length > this.committableRows()) this.#hasUnsettledHistory = true;
		this.#committedRows += rows.length;
		this.#committedTail = [...this.#committedTail, ...rows].slice(-REMEMBERED_ROWS);
		this.#live = this.#live.slice(rows.length);
		this.#streamed = undefined;
		// A block that is over need not be found again.
		this.#position = this.isDone ? CONTENT_BEGUN : advancePosition(this.#position, rows);
		return rows.length;
	}

	/** Everything is in history: what was cached for drawing can go. */
	release(): void {
		this.#source = undefined;
		this.#rows = NO_ROWS;
		this.#live = NO_ROWS;
		this.#committedTail = NO_ROWS;
		this.#streamed = undefined;
		this.component.invalidate?.();
	}

	/** History has been cleared; all rows are to be written again. */
	rewind(): void {
		this.release();
		this.#committedRows = 0;
		this.#hasUnsettledHistory = false;
		this.#position = CONTENT_START;
	}

	/** Some of it is in history. */
	get hasBegun(): boolean {
		return this.#position !== CONTENT_START;
	}

	/** While text streams in below rows that are in history for good, those need not even be looked at. */
	#streamedRows(width: number): readonly string[] | undefined {
		const { component } = this;
		if (!isSettling(component) || !component.renderFrom || this.#isSettled || this.#options.snapshot) return undefined;
		if (this.#failure) return undefined;
		const isInPlace = width === this.#width && this.#committedTail.length > 0 && this.#committedRows > this.#gapRows;
		if (!isInPlace || this.#hasUnsettledHistory) return undefined;
		this.#source = undefined;
		const firstLive = this.#committedRows - this.#gapRows;
		const overlap = Math.min(OVERLAP_ROWS, firstLive, this.#committedTail.length);
		const rows = renderedFrom(component, width, firstLive - overlap);
		if (!rows) return undefined;
		if (rows === this.#streamed?.rows) return this.#streamed.live;
		if (!isSameContent(rows.slice(0, overlap), this.#committedTail.slice(-overlap))) return undefined;
		this.#streamed = { rows, live: rows.slice(overlap) };
		return this.#streamed.live;
	}

	#allLiveRows(width: number, rowsAbove: boolean): readonly string[] {
		const source = this.#render(width);
		// What stands above a block that has begun is above it for good, be it the block's own beginning.
		const hasRowsAbove = this.hasBegun ? this.#hasRowsAbove : rowsAbove;
		const isSame = source === this.#source && width === this.#width && hasRowsAbove === this.#hasRowsAbove;
		if (isSame && !this.#needsAudit) return this.#live;
		const isRewrapped = width !== this.#width;
		this.#needsAudit = false;
		this.#source = source;
		this.#width = width;
		this.#hasRowsAbove = hasRowsAbove;
		this.#gapRows = source.length > 0 && hasRowsAbove ? (this.#options.gap ?? 1) : 0;
		this.#rows = this.#gapRows === 0 ? source : [...Array<string>(this.#gapRows).fill(""), ...source];
		if (!this.hasBegun) return this.#rows;
		if (!isRewrapped && this.#endsInPlace()) return this.#rows.slice(this.#committedRows);
		const followsRows = this.#options.snapshot && !isRewrapped && this.#committedTail.length > 0;
		return followsRows ? this.#followRows() : this.#followContent();
	}

	/** One block that cannot be drawn must not take the others with it. */
	#render(width: number): readonly string[] {
		if (this.#failure) return this.#failure;
		try {
			return this.component.render(width);
		} catch (error) {
			this.#failure = [plainText(`(cannot be shown: ${error instanceof Error ? error.message : error})`)];
			this.#options.onRenderError?.(error);
			return this.#failure;
		}
	}

	/** The last row in history is still where it was, and nothing has to be shown again. */
	#endsInPlace(): boolean {
		const last = this.#committedTail.at(-1);
		const mayBeStale = this.#isSettled && this.#hasUnsettledHistory;
		return !mayBeStale && last !== undefined && last !== "" && this.#rows[this.#committedRows - 1] === last;
	}

	/** The place is found by what has been shown, at whatever width. What is final and was not shown so comes again. */
	#followContent(): readonly string[] {
		const changed = this.#isSettled ? firstChangedRow(this.#position, this.#rows) : undefined;
		const live = changed === undefined ? rowsAfter(this.#position, this.#rows) : this.#rows.slice(changed);
		if (changed !== undefined) this.#position = advancePosition(CONTENT_BEGUN, this.#rows.slice(0, changed));
		this.#committedRows = this.#rows.length - live.length;
		this.#committedTail = NO_ROWS;
		return live;
	}

	/** Rows that roll or change in place are followed row by row. */
	#followRows(): readonly string[] {
		this.#committedRows = realign({
			rows: this.#rows,
			committedRows: this.#committedRows,
			committedTail: this.#committedTail,
			isFinal: this.#isSettled,
		});
		return this.#rows.slice(this.#committedRows);
	}
}

function isSettling(component: Component): component is SettlingComponent {
	return "settledRows" in component;
}

/** Undefined when that fails: then drawing all of it fails as well, and is dealt with there. */
function renderedFrom(component: SettlingComponent, width: number, firstRow: number): readonly string[] | undefined {
	try {
		return component.renderFrom?.(width, firstRow);
	} catch {
		return undefined;
	}
}
