/**
 * A piece of the screen. `render` returns one string per row (ANSI styles allowed, no line breaks, at most `width`
 * columns). The array belongs to the component and is never edited afterwards: unchanged content is the same array
 * again, changed content a new one, so that whoever composes rows can compare by reference.
 */
export interface Component {
	render(width: number): readonly string[];
	/** One complete key sequence, or a chunk of typed text. */
	handleInput?(data: string): void;
	/** Text pasted in one go. Without this method a paste arrives through `handleInput`. */
	handlePaste?(text: string): void;
	/** A picture pasted from the clipboard, in base64. */
	handleImage?(image: { readonly data: string; readonly mimeType: string }): void;
	/** Key releases are filtered out unless this is set. */
	readonly wantsKeyRelease?: boolean;
	/** Drops whatever was cached, for instance because the theme changed. */
	invalidate?(): void;
	/** Draws without the one-column side padding while true. */
	setIgnoreTight?(ignore: boolean): unknown;
	/** Ends timers, watchers and processes. Calling it again does nothing. */
	dispose?(): void;
}

/** A component that shows where typing goes. While focused it puts `CURSOR_MARKER` at the caret. */
export interface Focusable {
	focused: boolean;
	/** Off: the component draws a caret itself, because the terminal's cursor is hidden. */
	setUseTerminalCursor?(on: boolean): void;
}

/** Zero columns wide; the screen takes it out and places the terminal's cursor there. */
export const CURSOR_MARKER = "\x1b_omp:cursor\x1b\\";

export function isFocusable(component: Component): component is Component & Focusable {
	return "focused" in component;
}
