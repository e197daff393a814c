import type { Component } from "@oh-my-pi/pi-tui/component";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { DynamicBorder } from "./texts.ts";

interface Renders {
	requestRender(): void;
}

const frameMs = 80;

/** A spinner with a message; it runs until `stop`. */
export class Loader implements Component {
	readonly #screen: Renders;
	readonly #spinnerColor: Style;
	readonly #messageColor: Style;
	#message: string;
	#frame = 0;
	#timer: Timer | undefined;

	constructor(screen: Renders, spinnerColor: Style, messageColor: Style, message = "Loading...") {
		this.#screen = screen;
		this.#spinnerColor = spinnerColor;
		this.#messageColor = messageColor;
		this.#message = message;
		this.start();
	}

	start(): void {
		this.#timer ??= setInterval(() => {
			this.#frame++;
			this.#screen.requestRender();
		}, frameMs);
		this.#timer.unref();
	}

	stop(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	setMessage(message: string): void {
		this.#message = message;
		this.#screen.requestRender();
	}

	render(width: number): readonly string[] {
		const frames = screenStyle().theme.spinnerFrames("status");
		const spinner = this.#spinnerColor(frames[this.#frame % frames.length] ?? "");
		return ["", truncateToWidth(` ${spinner} ${this.#messageColor(this.#message)}`, width)];
	}

	invalidate(): void {}

	dispose(): void {
		this.stop();
	}
}

/** One that Escape aborts. */
export class CancellableLoader extends Loader {
	readonly #abort = new AbortController();
	onAbort?: () => void;

	get signal(): AbortSignal {
		return this.#abort.signal;
	}

	get aborted(): boolean {
		return this.#abort.signal.aborted;
	}

	handleInput(data: string): void {
		if (!screenStyle().keymap.matches(data, "tui.select.cancel")) return;
		this.#abort.abort();
		this.onAbort?.();
	}
}

/** The same between two lines, for `ctx.ui.custom`. */
export class BorderedLoader extends CancellableLoader {
	readonly #border: DynamicBorder;
	readonly #hint: string;

	constructor(screen: Renders, theme: Theme, message: string) {
		super(screen, theme.accent, theme.muted, message);
		this.#border = new DynamicBorder((text) => theme.border(text));
		this.#hint = theme.dim(" esc to cancel");
	}

	override render(width: number): readonly string[] {
		const line = this.#border.render(width);
		return [...line, ...super.render(width), "", truncateToWidth(this.#hint, width), ...line];
	}
}
