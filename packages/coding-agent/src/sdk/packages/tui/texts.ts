import type { Component } from "@oh-my-pi/pi-tui/component";
import { Markdown as StreamedMarkdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { truncateToWidth as truncate } from "@oh-my-pi/pi-tui/text/truncate";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import type { Style } from "@oh-my-pi/pi-tui/theme/theme";
import { padded } from "./boxes.ts";

/** Text that wraps. */
export class Text implements Component {
	#text: string;
	readonly #paddingX: number;
	readonly #paddingY: number;
	#background: Style | undefined;

	constructor(text = "", paddingX = 1, paddingY = 1, background?: Style) {
		this.#text = text;
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
		this.#background = background;
	}

	setText(text: string): void {
		this.#text = text;
	}

	setCustomBgFn(background?: Style): void {
		this.#background = background;
	}

	render(width: number): readonly string[] {
		if (this.#text.trim() === "") return [];
		const rows = wrapTextWithAnsi(this.#text, Math.max(1, width - 2 * this.#paddingX));
		return padded(rows, width, { paddingX: this.#paddingX, paddingY: this.#paddingY, background: this.#background });
	}

	invalidate(): void {}
}

/** One row of text, cut where the width ends. */
export class TruncatedText implements Component {
	readonly #text: string;
	readonly #paddingX: number;
	readonly #paddingY: number;

	constructor(text: string, paddingX = 0, paddingY = 0) {
		this.#text = text;
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
	}

	render(width: number): readonly string[] {
		const [line = ""] = this.#text.split("\n", 1);
		const row = truncate(line, Math.max(1, width - 2 * this.#paddingX), "...");
		return padded([row], width, { paddingX: this.#paddingX, paddingY: this.#paddingY, background: undefined });
	}

	invalidate(): void {}
}

/** Markdown in the colors of the screen; the theme that callers give is that of `getMarkdownTheme()`. */
export class Markdown implements Component {
	readonly #paddingX: number;
	readonly #paddingY: number;
	readonly #inner: StreamedMarkdown;

	constructor(
		text: string,
		paddingX = 0,
		paddingY = 0,
		_theme?: unknown,
		style?: { readonly color?: Style; readonly bgColor?: Style },
	) {
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
		this.#inner = new StreamedMarkdown(
			{ theme: screenStyle().theme, ...(style?.color && { base: style.color }) },
			text,
		);
	}

	setText(text: string): void {
		this.#inner.setText(text);
	}

	render(width: number): readonly string[] {
		const rows = this.#inner.render(Math.max(1, width - 2 * this.#paddingX));
		return padded(rows, width, { paddingX: this.#paddingX, paddingY: this.#paddingY, background: undefined });
	}

	invalidate(): void {
		this.#inner.invalidate();
	}
}

/** A line over the whole width. */
export class DynamicBorder implements Component {
	readonly #color: Style;

	constructor(color: Style = (text) => screenStyle().theme.border(text)) {
		this.#color = color;
	}

	render(width: number): readonly string[] {
		return [this.#color("─".repeat(Math.max(1, width)))];
	}

	invalidate(): void {}
}

/** With `pad`, the result always fills the width. */
export function truncateToWidth(text: string, width: number, ellipsis = "...", pad = false): string {
	const cut = truncate(text, width, ellipsis);
	return pad ? fitToWidth(cut, width) : cut;
}
