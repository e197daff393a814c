import type { Clock } from "../clock.ts";
import { systemClock } from "../clock.ts";
import type { Component } from "../component.ts";
import { truncateToWidth } from "../text/truncate.ts";
import type { Theme } from "../theme/theme.ts";

export interface LoaderOptions {
	readonly theme: Theme;
	/** The frame changed; request a render. */
	onTick(): void;
	readonly message?: string;
	readonly clock?: Clock;
	readonly paddingX?: number;
}

const FRAME_MS = 80;

/** A spinner with a message while something runs. It only ticks while it is drawn. */
export class Loader implements Component {
	readonly #options: LoaderOptions;
	readonly #clock: Clock;
	#message: () => string;
	#isRunning = false;
	#frame = 0;
	#wasDrawn = false;
	#cancelTimer: (() => void) | undefined;
	#drawn = { key: "", rows: [] as readonly string[] };

	constructor(options: LoaderOptions) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
		const { message = "" } = options;
		this.#message = () => message;
	}

	/** A function is called for each frame, for a changing message. */
	start(message?: string | (() => string)): void {
		if (message !== undefined) this.#message = typeof message === "string" ? () => message : message;
		this.#isRunning = true;
	}

	stop(): void {
		this.#isRunning = false;
		this.#stopTimer();
	}

	setMessage(message: string): void {
		this.#message = () => message;
	}

	/** The current spinner frame; empty when idle. */
	get picture(): string {
		const frames = this.#options.theme.spinnerFrames("status");
		return this.#isRunning ? (frames[this.#frame % frames.length] ?? "") : "";
	}

	/** Frame counter. */
	get frame(): number {
		return this.#frame;
	}

	render(width: number): readonly string[] {
		if (!this.#isRunning) return NO_ROWS;
		this.#wasDrawn = true;
		this.#cancelTimer ??= this.#clock.after(FRAME_MS, () => this.#tick());
		const message = this.#message();
		const key = `${width}:${this.#frame}:${message}`;
		if (key !== this.#drawn.key) this.#drawn = { key, rows: [this.#draw(width, message)] };
		return this.#drawn.rows;
	}

	invalidate(): void {
		this.#drawn = { key: "", rows: NO_ROWS };
	}

	dispose(): void {
		this.stop();
	}

	#draw(width: number, message: string): string {
		const { theme, paddingX = 1 } = this.#options;
		const row = `${" ".repeat(paddingX)}${theme.accent(this.picture)} ${theme.muted(message)}`;
		return truncateToWidth(row, width, theme.symbol("text.ellipsis"));
	}

	#tick(): void {
		this.#cancelTimer = undefined;
		if (!this.#isRunning || !this.#wasDrawn) return;
		this.#wasDrawn = false;
		this.#frame++;
		this.#options.onTick();
	}

	#stopTimer(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
	}
}

const NO_ROWS: readonly string[] = [];
