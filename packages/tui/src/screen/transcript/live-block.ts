import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Component } from "../../component.ts";
import { plainText } from "../../text/sanitize.ts";
import { ContentPosition, firstChangedRow, isSameContent, rowsAfter } from "./content-position.ts";
import { cutAfter, type PieceCut, rowsAfterCut } from "./piece-cut.ts";
import { realign } from "./realign.ts";

/** A component whose rows become final from the top down. */
export interface SettlingComponent extends Component {
	/** How many rows of its last rendering are final, except for blank rows inserted between them. */
	settledRows(): number;
	/** The rows from an index on: `render` without the rest. The same array while unchanged. */
	renderFrom?(width: number, firstRow: number): readonly string[];
	/** The first row of each of its pieces in the last rendering; a piece has the same content at every width. */
	pieceStarts?(): readonly number[];
}

export interface BlockOptions {
	/** Blank rows above the block if something precedes it. Default: one. */
	readonly gap?: number;
	/**
	 * Rows that scroll off the window before the block is settled go to history as they are. Without this they are
	 * hidden until final, and the window shows the block's end.
	 */
	readonly snapshot?: boolean;
	/** Called once when rendering fails; an error text is shown instead. */
	onRenderError?(error: unknown): void;
}

// Enough to find the position again after a change; older rows are only in the terminal.
const REMEMBERED_ROWS = 64;
// Rows drawn again to check that those in history have not moved.
const OVERLAP_ROWS = 3;
const NO_ROWS: readonly string[] = [];
const CONTENT_START = new ContentPosition();
const CONTENT_BEGUN = new ContentPosition();

/** How much of a block is in history. */
export interface BlockProgress {
	readonly committedRows: number;
	readonly committedTail: readonly string[];
	readonly position: ContentPosition;
	readonly hasUnsettledHistory: boolean;
	readonly cut: PieceCut | undefined;
}

/** One block of the transcript: which of its rows are in the terminal's history and which can still change. */
export class LiveBlock {
	readonly component: Component;
	readonly #options: BlockOptions;
	#isSettled = false;
	#needsAudit = false;
	/** The terminal's history has rows that were not final. */
	#hasUnsettledHistory = false;
	#hasRowsAbove = false;
	#width = 0;
	#source: readonly string[] | undefined;
	/** Including the gap. */
	#rows: readonly string[] = NO_ROWS;
	#gapRows = 0;
	#live: readonly string[] = NO_ROWS;
	#committedRows = 0;
	/** The last rows that went to history at the current width. */
	#committedTail: readonly string[] = NO_ROWS;
	#position = CONTENT_START;
	#cut: PieceCut | undefined;
	#failure: readonly string[] | undefined;
	#streamed: { readonly rows: readonly string[]; readonly live: readonly string[] } | undefined;

	constructor(component: Component, options: BlockOptions) {
		this.component = component;
		this.#options = options;
	}

	/** Marks the content as final. */
	settle(): void {
		this.#isSettled = true;
		this.#needsAudit = true;
	}

	/** Final, and entirely in history. */
	get isDone(): boolean {
		return this.#isSettled && !this.#needsAudit && this.#live.length === 0;
	}

	/** Later blocks must not go to history before this one. */
	get holdsBack(): boolean {
		return !this.#isSettled && !this.#options.snapshot;
	}

	/** Rows that are not in history yet. The same array while unchanged. */
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

	/** At most `count` of the first live rows were written to history; returns how many. */
	commit(count: number): number {
		const rows = this.#live.slice(0, count);
		if (rows.length === 0) return 0;
		if (rows.length > this.committableRows()) this.#hasUnsettledHistory = true;
		this.#cut = this.#cutAfter(rows);
		this.#committedRows += rows.length;
		this.#committedTail = [...this.#committedTail, ...rows].slice(-REMEMBERED_ROWS);
		this.#live = this.#live.slice(rows.length);
		this.#streamed = undefined;
		// The position of a finished block is no longer needed.
		this.#position = this.isDone ? CONTENT_BEGUN : this.#position.after(rows);
		return rows.length;
	}

	get progress(): BlockProgress {
		return {
			committedRows: this.#committedRows,
			committedTail: this.#committedTail,
			position: this.#position,
			hasUnsettledHistory: this.#hasUnsettledHistory,
			cut: this.#cut,
		};
	}

	/** What was written since then did not arrive as it should and must be written again. */
	goBack(progress: BlockProgress): void {
		this.release();
		this.#committedRows = progress.committedRows;
		this.#committedTail = progress.committedTail;
		this.#position = progress.position;
		this.#hasUnsettledHistory = progress.hasUnsettledHistory;
		this.#cut = progress.cut;
		this.#needsAudit = this.#isSettled;
	}

	/** Entirely in history: drop caches. */
	release(): void {
		this.#source = undefined;
		this.#rows = NO_ROWS;
		this.#live = NO_ROWS;
		this.#committedTail = NO_ROWS;
		this.#streamed = undefined;
		this.component.invalidate?.();
	}

	/** History was cleared; all rows must be written again. */
	rewind(): void {
		this.release();
		this.#committedRows = 0;
		this.#hasUnsettledHistory = false;
		this.#cut = undefined;
		this.#position = CONTENT_START;
	}

	/** Whether some rows are in history. */
	get hasBegun(): boolean {
		return this.#position !== CONTENT_START;
	}

	/** Rows that were final when they went to history need not be rendered again. */
	#streamedRows(width: number): readonly string[] | undefined {
		const { component } = this;
		if (!isSettling(component) || !component.renderFrom || this.#options.snapshot) return undefined;
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
		if (this.#isSettled) this.#needsAudit = false;
		this.#streamed = { rows, live: rows.slice(overlap) };
		return this.#streamed.live;
	}

	#allLiveRows(width: number, rowsAbove: boolean): readonly string[] {
		const source = this.#render(width);
		// Once part of the block is in history, there are always rows above the rest.
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
		if (isRewrapped && this.#cut && !this.#hasUnsettledHistory) return this.#followPieces(this.#cut);
		const followsRows = this.#options.snapshot && !isRewrapped && this.#committedTail.length > 0;
		return followsRows ? this.#followRows() : this.#followContent();
	}

	/** A block that fails to render must not affect others. */
	#render(width: number): readonly string[] {
		if (this.#failure) return this.#failure;
		try {
			return this.component.render(width);
		} catch (error) {
			this.#failure = [plainText(`(cannot be shown: ${errorMessage(error)})`)];
			this.#options.onRenderError?.(error);
			return this.#failure;
		}
	}

	/** Whether the last row in history is unchanged, so that nothing must be shown again. */
	#endsInPlace(): boolean {
		const last = this.#committedTail.at(-1);
		const mayBeStale = this.#isSettled && this.#hasUnsettledHistory;
		return !mayBeStale && last !== undefined && last !== "" && this.#rows[this.#committedRows - 1] === last;
	}

	#cutAfter(rows: readonly string[]): PieceCut | undefined {
		const starts = this.#pieceStarts();
		return starts && cutAfter(this.#cut, rows, this.#committedRows, starts);
	}

	/** Including the gap, which is part of the first piece. */
	#pieceStarts(): readonly number[] | undefined {
		const { component } = this;
		const starts = isSettling(component) && !this.#failure ? component.pieceStarts?.() : undefined;
		return starts?.map((start, index) => (index === 0 ? 0 : start + this.#gapRows));
	}

	/** At another width, piece by piece. */
	#followPieces(cut: PieceCut): readonly string[] {
		const { live, cut: moved } = rowsAfterCut(cut, this.#rows, this.#pieceStarts() ?? []);
		this.#cut = moved;
		this.#committedRows = this.#rows.length - live.length;
		this.#committedTail = NO_ROWS;
		const isAgain = moved.position !== cut.position;
		if (isAgain) this.#position = CONTENT_BEGUN.after(this.#rows.slice(0, this.#committedRows));
		return live;
	}

	/** Finds the position by content, at any width. Final content that was not shown like this is shown again. */
	#followContent(): readonly string[] {
		const changed = this.#isSettled ? firstChangedRow(this.#position, this.#rows) : undefined;
		const live = changed === undefined ? rowsAfter(this.#position, this.#rows) : this.#rows.slice(changed);
		if (changed !== undefined) this.#position = CONTENT_BEGUN.after(this.#rows.slice(0, changed));
		this.#committedRows = this.#rows.length - live.length;
		this.#committedTail = NO_ROWS;
		return live;
	}

	/** For rows that scroll or change in place, the position is found row by row. */
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

/** Undefined if it fails; then rendering everything fails, too, and is handled there. */
function renderedFrom(component: SettlingComponent, width: number, firstRow: number): readonly string[] | undefined {
	try {
		return component.renderFrom?.(width, firstRow);
	} catch {
		return undefined;
	}
}
