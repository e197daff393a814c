import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type Clock, systemClock } from "../clock.ts";
import type { Component } from "../component.ts";
import type { ImageGallery } from "../image/image-gallery.ts";
import type { CursorPosition, Terminal } from "../terminal/terminal.ts";
import { takeCaret } from "./frame/caret.ts";
import type { OverlayOptions } from "./frame/overlay-layout.ts";
import { type Overlay, visibleOverlays } from "./frame/overlays.ts";
import { type Caret, isMarkOf } from "./frame/paint.ts";
import { guardRow } from "./frame/row-guard.ts";
import { InputDispatch, type InputListener } from "./input-dispatch.ts";
import { MainView, type ViewSize } from "./main-view.ts";
import { FrameScheduler } from "./scheduler.ts";
import type { Transcript } from "./transcript/transcript.ts";

export interface ScreenOptions {
	readonly terminal: Terminal;
	/** Scrolls into the terminal's history. */
	readonly transcript: Transcript;
	/** Stays below the transcript: status, editor, panels. */
	readonly chrome: Component;
	readonly clock?: Clock;
	/** The images on it. */
	images?(): ImageGallery | undefined;
}

export interface SurfaceHandle {
	/** Removes the surface; the focus returns to what is below. */
	hide(): void;
}

const RESIZE_SETTLE_MS = 40;
const CONFIRM_EVERY_MS = 250;
const CLEAR_EVERYTHING = "\x1b[H\x1b[J\x1b[3J";

/** Shows components on a terminal and routes input to them. */
export class Screen {
	readonly #terminal: Terminal;
	readonly #clock: Clock;
	readonly #view: MainView;
	readonly #images: () => ImageGallery | undefined;
	readonly #scheduler: FrameScheduler;
	readonly #input = new InputDispatch();
	#overlays: Overlay[] = [];
	#fullscreens: Component[] = [];
	#fullscreenPicture: FullscreenPicture | undefined;
	#focused: Component | undefined;
	#size: ViewSize = { columns: 0, height: 0 };
	#isRunning = false;
	#isResizing = false;
	#resizeCount = 0;
	#isConfirming = false;
	#confirmedAtMs = Number.NEGATIVE_INFINITY;
	/** A frame reached the terminal after the resize. */
	#hasLateFrame = false;
	#cancelSettle = () => {};
	#subscriptions: Array<() => void> = [];

	constructor(options: ScreenOptions) {
		this.#terminal = options.terminal;
		this.#clock = options.clock ?? systemClock;
		this.#images = () => options.images?.();
		this.#view = new MainView(options.transcript, options.chrome, this.#images);
		this.#scheduler = new FrameScheduler(this.#clock, () => this.#paint());
		this.#scheduler.setActive(false);
	}

	get columns(): number {
		return this.#terminal.columns;
	}

	get rows(): number {
		return this.#terminal.rows;
	}

	/** Switches the terminal over and paints the first frame at the cursor's row. */
	start(): void {
		if (this.#isRunning) return;
		this.#isRunning = true;
		this.#subscriptions = [
			this.#terminal.onInput((event) => {
				this.#input.handle(event);
				this.#scheduler.requestSoon();
			}),
			this.#terminal.onResize(() => this.#beginResize()),
			this.#terminal.onDrain(() => this.#scheduler.request()),
		];
		this.#terminal.setLastWords(() => this.#view.lastWords(this.#size));
		this.#terminal.start();
		this.#begin();
	}

	/** Leaves the transcript on the terminal, removes everything else and restores the terminal. */
	async stop(): Promise<void> {
		if (!this.#isRunning) return;
		await this.#leave();
		await this.#release();
	}

	/** The same at once, for a program that is about to be started; what is on the screen of a terminal in change may stay. */
	stopNow(): void {
		if (!this.#isRunning) return;
		this.#quiet();
		this.#erase();
		void this.#release({ waits: false });
	}

	/** Ctrl+Z: resolves when the process is in the foreground again. */
	async suspend(): Promise<void> {
		if (!this.#isRunning) return;
		await this.#leave();
		await this.#terminal.suspend();
		this.#begin();
	}

	/** Something changed. Requests are merged into frames. */
	requestRender(): void {
		this.#scheduler.request();
	}

	setFocus(component: Component | undefined): void {
		this.#focused = component;
		this.#updateFocus();
	}

	addInputListener(listener: InputListener, options?: { readonly first?: boolean }): () => void {
		return this.#input.addListener(listener, options);
	}

	/** Shows a component over the window; the topmost visible one has the focus. */
	showOverlay(component: Component, options: OverlayOptions = {}): SurfaceHandle {
		const overlay = { component, options };
		this.#overlays.push(overlay);
		this.#surfacesChanged();
		return {
			hide: () => {
				this.#overlays = this.#overlays.filter((other) => other !== overlay);
				this.#surfacesChanged();
			},
		};
	}

	/** Shows a component on the alternate screen; the transcript continues unseen. */
	showFullscreen(component: Component, options: { readonly mouse?: boolean } = {}): SurfaceHandle {
		this.#fullscreens.push(component);
		if (options.mouse) this.#terminal.setMouse(true);
		this.#surfacesChanged();
		return {
			hide: () => {
				this.#fullscreens = this.#fullscreens.filter((other) => other !== component);
				if (options.mouse) this.#terminal.setMouse(false);
				this.#surfacesChanged();
			},
		};
	}

	/** Whether the terminal may be cleared: no full-screen surface and no other program uses it. */
	get canReset(): boolean {
		return this.#isRunning && this.#fullscreens.length === 0;
	}

	/** Clears the terminal and its history and writes everything again. */
	reset(): void {
		if (!this.canReset) return;
		this.#terminal.write(CLEAR_EVERYTHING);
		this.#view.rewind();
		this.#stopResizing();
		this.#scheduler.run();
	}

	#begin(): void {
		this.#size = this.#terminalSize();
		this.#view.forget();
		this.#fullscreenPicture = undefined;
		this.#scheduler.setActive(true);
		this.#updateFocus();
		this.#scheduler.run();
		void ignoreFailure(this.#learnFirstRow(), "an unknown first row only costs lines when the terminal shrinks");
	}

	/** The starting row matters for later resizes; nothing waits for the reply. */
	async #learnFirstRow(): Promise<void> {
		const painted = this.#view.painted;
		const cursor = await this.#terminal.queryCursor();
		if (cursor && this.#isRunning && !this.#isResizing) this.#view.learnFirstRow(cursor, painted);
	}

	#release(options?: { readonly waits: boolean }): Promise<void> {
		for (const unsubscribe of this.#subscriptions.splice(0)) unsubscribe();
		this.#isRunning = false;
		return this.#terminal.stop(options);
	}

	#quiet(): void {
		this.#scheduler.setActive(false);
		this.#cancelSettle();
		this.#terminal.setAlternateScreen(false);
	}

	async #leave(): Promise<void> {
		this.#quiet();
		// Rows can only be removed once their position is known.
		if (this.#isResizing || this.#hasOtherSize) {
			const cursor = await this.#terminal.queryCursor();
			await this.#checkMark(cursor);
			this.#recover(cursor);
		}
		this.#erase();
	}

	#erase(): void {
		this.#terminal.write(this.#view.leave(this.#terminalSize(), this.#terminal.synchronizesOutput));
		this.#terminal.write(this.#images()?.deleteAll() ?? "");
	}

	#paint(): void {
		if (this.#terminal.isCongested) return;
		// Rows of the old width would be truncated on their way into history.
		this.#terminal.refreshSize();
		const size = this.#terminalSize();
		const fullscreen = this.#fullscreens.at(-1);
		this.#terminal.setAlternateScreen(fullscreen !== undefined);
		if (fullscreen) this.#view.loseMark();
		// The alternate screen is empty when entered again.
		if (!fullscreen) this.#fullscreenPicture = undefined;
		if (fullscreen) {
			this.#paintFullscreen(fullscreen, size);
		} else if (this.#isResizing) {
			return;
		} else if (this.#hasOtherSize) {
			this.#beginResize();
		} else {
			this.#paintMain();
		}
	}

	#paintMain(): void {
		const overlays = visibleOverlays(this.#overlays, this.#size);
		const { synchronizesOutput: synchronized, reportsCursor: marksWidth } = this.#terminal;
		const options = { synchronized, marksWidth, nowMs: this.#clock.now() };
		this.#terminal.write(this.#view.paintFrame(this.#size, overlays, options));
		void ignoreFailure(this.#confirmFrames(options.nowMs), "unconfirmed rows are only shown again after a late frame");
	}

	/** Asks from time to time whether the rows written to history have arrived. */
	async #confirmFrames(nowMs: number): Promise<void> {
		const frame = this.#view.unconfirmedFrame;
		if (frame === undefined || this.#isConfirming || nowMs - this.#confirmedAtMs < CONFIRM_EVERY_MS) return;
		this.#isConfirming = true;
		this.#confirmedAtMs = nowMs;
		const hasArrived = await this.#terminal.fence();
		this.#isConfirming = false;
		// The reply may be faster than the notification of a resize before it.
		this.#terminal.refreshSize();
		if (hasArrived && !this.#isResizing && !this.#hasOtherSize) this.#view.confirm(frame);
	}

	#paintFullscreen(component: Component, size: ViewSize): void {
		const drawn = takeCaret(component.render(size.columns).slice(0, size.height));
		const picture = { ...drawn, ...size, synchronized: this.#terminal.synchronizesOutput };
		const previous = this.#fullscreenPicture;
		const isComparable = previous?.columns === size.columns && previous.height === size.height;
		this.#fullscreenPicture = picture;
		this.#terminal.write(paintFullscreen(isComparable ? previous : undefined, picture));
	}

	/** Until the size is stable and the cursor is found, nothing can be painted at the right position. */
	#beginResize(): void {
		this.#isResizing = true;
		this.#resizeCount++;
		this.#cancelSettle();
		if (this.#fullscreens.length > 0) {
			// Even at the old size, the terminal may have lost rows in between.
			this.#fullscreenPicture = undefined;
			this.#scheduler.request();
			return;
		}
		this.#cancelSettle = this.#clock.after(RESIZE_SETTLE_MS, () => void this.#settleResize());
	}

	async #settleResize(): Promise<void> {
		const resizeCount = this.#resizeCount;
		const isAbandoned = () => !this.#isResizing || resizeCount !== this.#resizeCount || this.#fullscreens.length > 0;
		const cursor = await this.#terminal.queryCursor();
		if (isAbandoned()) return;
		await this.#checkMark(cursor);
		if (isAbandoned()) return;
		this.#recover(cursor);
		this.#updateFocus();
		this.#scheduler.run();
	}

	/** Finds out whether the last frame reached the terminal after its resize, which moves other rows than it should. */
	async #checkMark(cursor: CursorPosition | undefined): Promise<void> {
		const size = this.#terminalSize();
		if (!cursor || !this.#view.mayBeLate(size, this.#clock.now())) return;
		this.#view.loseMark();
		const saved = await this.#terminal.querySavedCursor(cursor);
		if (saved && isMarkOf(size.columns, saved.column)) this.#hasLateFrame = true;
	}

	#recover(cursor: CursorPosition | undefined): void {
		const size = this.#terminalSize();
		const isLate = this.#hasLateFrame;
		this.#hasLateFrame = false;
		this.#terminal.write(this.#view.recover(size, cursor, this.#terminal.reflow, { isLate }));
		this.#size = size;
		this.#isResizing = false;
	}

	#stopResizing(): void {
		this.#cancelSettle();
		this.#isResizing = false;
		this.#size = this.#terminalSize();
	}

	#surfacesChanged(): void {
		this.#updateFocus();
		this.#scheduler.requestSoon();
		// The normal screen was resized unseen.
		if (this.#isResizing) this.#beginResize();
	}

	#updateFocus(): void {
		const overlay = visibleOverlays(this.#overlays, this.#terminalSize()).at(-1)?.component;
		this.#input.focus(this.#fullscreens.at(-1) ?? overlay ?? this.#focused);
	}

	get #hasOtherSize(): boolean {
		const { columns, height } = this.#terminalSize();
		return columns !== this.#size.columns || height !== this.#size.height;
	}

	#terminalSize(): ViewSize {
		return { columns: this.#terminal.columns, height: this.#terminal.rows };
	}
}

interface FullscreenPicture {
	readonly rows: readonly string[];
	readonly caret: Caret | undefined;
	readonly columns: number;
	readonly height: number;
	readonly synchronized: boolean;
}

/** On the alternate screen rows are addressed directly. `previous`: what is there, if known. */
function paintFullscreen(previous: FullscreenPicture | undefined, next: FullscreenPicture): string {
	let body = "";
	for (let row = 0; row < next.height; row++) {
		const text = next.rows[row] ?? "";
		if (previous && (previous.rows[row] ?? "") === text) continue;
		body += `\x1b[${row + 1};1H\x1b[0m\x1b[K${guardRow(text, next.columns)}`;
	}
	const caretMoved = previous?.caret?.row !== next.caret?.row || previous?.caret?.column !== next.caret?.column;
	if (body === "" && previous && !caretMoved) return "";
	const cursor = next.caret ? `\x1b[${next.caret.row + 1};${next.caret.column + 1}H\x1b[?25h` : "";
	const content = `\x1b[?25l\x1b[?7l${body}\x1b[0m\x1b[?7h${cursor}`;
	return next.synchronized ? `\x1b[?2026h${content}\x1b[?2026l` : content;
}
