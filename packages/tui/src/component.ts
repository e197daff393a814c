/**
 * A part of the screen. `render` returns one string per row (ANSI styles allowed, no line breaks, at most `width`
 * columns). The array belongs to the component and is never modified: unchanged content returns the same array, changed
 * content a new one, so that callers can compare by reference.
 */
export interface Component {
	render(width: number): readonly string[];
	/** One complete key sequence, or a chunk of typed text. */
	handleInput?(data: string): void;
	/** Pasted text. Without this method a paste arrives through `handleInput`. */
	handlePaste?(text: string): void;
	/** An image pasted from the clipboard, in base64. */
	handleImage?(image: { readonly data: string; readonly mimeType: string }): void;
	/** Key releases are filtered out unless this is set. */
	readonly wantsKeyRelease?: boolean;
	/** Drops caches, for example because the theme changed. */
	invalidate?(): void;
	/** Draws without the one-column side padding while true. */
	setIgnoreTight?(ignore: boolean): unknown;
	/** Stops timers, watchers and processes. Idempotent. */
	dispose?(): void;
}

/** A component that can have the input focus. While focused it puts `CURSOR_MARKER` at the caret. */
export interface Focusable {
	focused: boolean;
	/** When off, the component draws the caret itself, because the terminal's cursor is hidden. */
	setUseTerminalCursor?(on: boolean): void;
}

/** Zero columns wide; the screen removes it and places the terminal's cursor there. */
export const CURSOR_MARKER = "\x1b_omp:cursor\x1b\\";

export function isFocusable(component: Component): component is Component & Focusable {
	return "focused" in component;
}
