import type { Component } from "../component.ts";
import type { ImageGallery } from "../image/image-gallery.ts";
import type { CursorPosition, Reflow } from "../terminal/terminal.ts";
import { takeCaret } from "./frame/caret.ts";
import { compositeOverlays, type Overlay } from "./frame/overlays.ts";
import { NOTHING_PAINTED, type Painted, paint } from "./frame/paint.ts";
import { planFrame } from "./frame/plan-frame.ts";
import { recoverFromResize } from "./frame/resize-recovery.ts";
import type { Commit, Transcript } from "./transcript/transcript.ts";

export interface ViewSize {
	readonly columns: number;
	readonly height: number;
}

export interface FrameOptions {
	readonly synchronized: boolean;
	/** See `Picture`. */
	readonly marksWidth: boolean;
	readonly nowMs: number;
}

/** Frames that were the last for so long have arrived. */
const IN_FLIGHT_MS = 2000;

/** Our part of the normal screen: the end of the transcript and the chrome, below the terminal's history. */
export class MainView {
	readonly #transcript: Transcript;
	readonly #chrome: Component;
	readonly #images: () => ImageGallery | undefined;
	#painted: Painted = NOTHING_PAINTED;
	#size: ViewSize = { columns: 0, height: 0 };
	/** Screen row of our first row, if known. */
	#firstRow: number | undefined;
	/** Rows at the top of the window that are transcript, follow history directly and are not covered. */
	#cleanRows = 0;
	#transcriptRows = 0;
	/** What frames wrote to history that may still be on their way, oldest first. */
	#unconfirmed: Array<{ readonly frame: number; readonly commit: Commit }> = [];
	#frameCount = 0;
	/** When the last frame that marked its width was painted; undefined if the mark is lost. */
	#markedAtMs: number | undefined;

	constructor(transcript: Transcript, chrome: Component, images: () => ImageGallery | undefined) {
		this.#transcript = transcript;
		this.#chrome = chrome;
		this.#images = images;
	}

	/** The bytes of the next frame; rows that leave the window at the top go to history. */
	paintFrame(size: ViewSize, overlays: readonly Overlay[], options: FrameOptions): string {
		const { columns, height } = size;
		const { synchronized, marksWidth, nowMs } = options;
		const plan = planFrame({
			transcript: this.#transcript.liveRows(columns),
			chrome: this.#chrome.render(columns),
			height,
			isFrozen: overlays.length > 0,
		});
		const base = takeCaret(plan.window);
		const window = compositeOverlays(base.rows, base.caret, overlays, size);
		const result = paint(this.#painted, {
			rows: [...plan.commit, ...window.rows],
			caret: window.caret && {
				row: window.caret.row + plan.commit.length,
				column: Math.min(window.caret.column, columns - 1),
			},
			columns,
			height,
			synchronized,
			marksWidth,
			drawable: this.#drawable,
		});
		const commit = this.#transcript.commit(plan.commit.length);
		if (marksWidth && result.bytes !== "") this.#remember(commit, nowMs);
		this.#painted = result.painted;
		this.#size = size;
		this.#firstRow = firstRowAfter(this.#firstRow, plan.commit.length + window.rows.length, height);
		this.#transcriptRows = plan.transcriptRows;
		this.#cleanRows = plan.hiddenRows > 0 ? 0 : Math.min(plan.transcriptRows, window.firstCovered);
		// The terminal needs an image before the rows that show it.
		return (this.#images()?.takePending() ?? "") + result.bytes;
	}

	#remember(commit: Commit, nowMs: number): void {
		const wasLongAgo = this.#markedAtMs !== undefined && nowMs - this.#markedAtMs >= IN_FLIGHT_MS;
		if (wasLongAgo) this.#unconfirmed = [];
		this.#markedAtMs = nowMs;
		this.#frameCount++;
		if (commit.before.length > 0) this.#unconfirmed.push({ frame: this.#frameCount, commit });
	}

	/** The last frame, if rows of it or of earlier ones may still be on their way into history. */
	get unconfirmedFrame(): number | undefined {
		return this.#unconfirmed.length > 0 ? this.#frameCount : undefined;
	}

	/** The terminal has drawn this frame at its size. */
	confirm(frame: number): void {
		this.#unconfirmed = this.#unconfirmed.filter((entry) => entry.frame > frame);
	}

	/** Whether the last frame may have been on its way when the terminal was resized; its mark tells. */
	mayBeLate(size: ViewSize, nowMs: number): boolean {
		const isRecent = this.#markedAtMs !== undefined && nowMs - this.#markedAtMs < IN_FLIGHT_MS;
		const isWider = size.columns > this.#size.columns && size.height >= this.#size.height;
		return isRecent && size.columns !== this.#size.columns && !isWider;
	}

	/** The saved cursor position was overwritten. */
	loseMark(): void {
		this.#markedAtMs = undefined;
	}

	get painted(): Painted {
		return this.#painted;
	}

	/** The cursor's screen position when `painted` was the last frame. */
	learnFirstRow(cursor: CursorPosition, painted: Painted): void {
		const firstRow = cursor.row - painted.cursorRow;
		this.#firstRow ??= firstRowAfter(Math.max(0, firstRow), this.#painted.rows.length, this.#size.height);
	}

	/** After a resize: finds our first row again. The next frame rewrites everything below it. */
	recover(size: ViewSize, cursor: CursorPosition | undefined, reflow: Reflow, options: { isLate: boolean }): string {
		const { isLate } = options;
		// Which of them arrived in time is unknown; duplicates are better than losses.
		if (isLate) for (const { commit } of this.#unconfirmed.reverse()) this.#transcript.takeBack(commit);
		this.#unconfirmed = [];
		const recovery = recoverFromResize({
			painted: this.#painted,
			committableRows: this.#cleanRows,
			firstRow: this.#firstRow,
			oldSize: this.#size,
			size,
			cursor,
			reflow,
			isLate,
		});
		this.#transcript.commit(recovery.historyRows);
		this.#painted = recovery.painted;
		this.#firstRow = recovery.firstRow;
		return recovery.bytes;
	}

	/** Leaves only the whole transcript on the screen; the cursor is on the row below. */
	leave(size: ViewSize, synchronized: boolean): string {
		const { rows } = this.#transcript.liveRows(size.columns);
		const picture = { rows, caret: undefined, ...size, synchronized, drawable: this.#drawable };
		const { bytes } = paint(this.#painted, picture);
		this.#transcript.commit(rows.length);
		this.forget();
		return rows.length > 0 ? `${bytes}\r\n` : bytes;
	}

	readonly #drawable = (id: number) => this.#images()?.drawable(id);

	/** For a crashing process: removes the chrome without calling any component. */
	lastWords(size: ViewSize): string {
		const rows = this.#painted.rows.slice(0, this.#transcriptRows).map((row) => row ?? "");
		const isKnown = this.#painted.rows.every((row) => row !== undefined);
		if (!isKnown || this.#painted.rows.length === 0) return "\r\n";
		const { bytes } = paint(this.#painted, { rows, caret: undefined, ...size, synchronized: false });
		return rows.length > 0 ? `${bytes}\r\n` : bytes;
	}

	/** The screen is in an unknown state: start at the cursor's row, as at first. */
	forget(): void {
		this.#painted = NOTHING_PAINTED;
		this.#firstRow = undefined;
		this.#transcriptRows = 0;
		this.#cleanRows = 0;
		this.#unconfirmed = [];
		this.#markedAtMs = undefined;
	}

	/** History was cleared; the next frame writes everything. */
	rewind(): void {
		this.forget();
		this.#transcript.rewind();
	}
}

/** Our rows only move up, when they reach the bottom and scroll the screen. */
function firstRowAfter(firstRow: number | undefined, rows: number, height: number): number | undefined {
	if (rows >= height) return 0;
	return firstRow === undefined ? undefined : Math.min(firstRow, height - rows);
}
