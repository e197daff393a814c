import { type Clock, systemClock } from "@oh-my-pi/pi-tui/clock";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import type { RunState } from "./run-state.ts";

export interface TerminalTitleOptions {
	readonly terminal: Pick<Terminal, "setTitle">;
	readonly project: string;
	readonly frames: readonly string[];
	/** False: the title does not say what omp is doing. */
	showsState(): boolean;
	readonly clock?: Clock;
}

// Slow enough that a title costs next to nothing.
const FRAME_MS = 250;

/** Owns the terminal's title: the project, the session's name, and whether omp works or waits. */
export class TerminalTitle implements Disposable {
	readonly #options: TerminalTitleOptions;
	readonly #clock: Clock;
	#state: RunState = "idle";
	#session = "";
	#frame = 0;
	#shown = "";
	#cancelTimer = () => {};

	constructor(options: TerminalTitleOptions) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
	}

	show(state: RunState, session: string): void {
		this.#state = this.#options.showsState() ? state : "idle";
		this.#session = session;
		this.#cancelTimer();
		this.#write();
		if (this.#state === "working") this.#cancelTimer = this.#clock.after(FRAME_MS, () => this.#turn());
	}

	[Symbol.dispose](): void {
		this.#cancelTimer();
	}

	#turn(): void {
		this.#frame++;
		this.show(this.#state, this.#session);
	}

	#write(): void {
		const { terminal, project, frames } = this.#options;
		const sign = { idle: ">", waiting: "!", working: frames[this.#frame % frames.length] ?? ":" }[this.#state];
		const title = `π ${sign} ${project}${this.#session === "" ? "" : `: ${this.#session}`}`;
		if (title !== this.#shown) terminal.setTitle(title);
		this.#shown = title;
	}
}
