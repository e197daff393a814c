import type { PixelSize } from "../image/image-source.ts";
import type { InputEvent } from "../input/sequence-buffer.ts";
import type { Rgb } from "./background.ts";
import type { NotificationProtocol } from "./notification.ts";

export type Unsubscribe = () => void;

/** Screen coordinates, both from 0. */
export interface CursorPosition {
	readonly row: number;
	readonly column: number;
}

/**
 * What becomes of rows that are longer than a narrower terminal: wrapped anew while the cursor stays with its character,
 * wrapped anew with the cursor pushed along by rows below it too (xterm.js), or cut.
 */
export type Reflow = "wraps" | "wraps-as-xterm-js" | "cuts";

/** The terminal as the screen uses it. */
export interface Terminal {
	readonly columns: number;
	readonly rows: number;
	/** Frames may be wrapped in mode 2026, so that they appear at once. */
	readonly synchronizesOutput: boolean;
	readonly reflow: Reflow;
	/** Pixels of a character cell, where the terminal told. */
	readonly cellSize: PixelSize | undefined;
	/** How the desktop is told something through it. */
	readonly notificationProtocol: NotificationProtocol;
	/** Whether its window has the keyboard; undefined when it does not say. */
	readonly isFocused: boolean | undefined;
	/** The other side does not keep up: painting now would only make it lag further behind. */
	readonly isCongested: boolean;
	/** Asks for the size anew, as news of a change may still be on its way. */
	refreshSize(): void;
	write(data: string): void;
	/** Complete keys, text and pastes. Replies to queries never come this way. */
	onInput(listener: (event: InputEvent) => void): Unsubscribe;
	onResize(listener: () => void): Unsubscribe;
	/** Written data has been taken after the terminal was congested. */
	onDrain(listener: () => void): Unsubscribe;
	/** The terminal told its background colour, unasked when its appearance changes. */
	onBackground(listener: (background: Rgb) => void): Unsubscribe;
	/** Sequences that are neither keys nor answers to the terminal's own queries: clipboard, notifications, images. */
	onReply(listener: (data: string) => void): Unsubscribe;
	/** Where the cursor is; undefined when the terminal does not say. */
	queryCursor(): Promise<CursorPosition | undefined>;
	setTitle(title: string): void;
	/** Full-screen surfaces live on the alternate screen, the transcript on the normal one. */
	setAlternateScreen(on: boolean): void;
	/** Clicks and the wheel arrive as input while on. */
	setMouse(on: boolean): void;
	/** What to write before everything else when the process ends without `stop`, so that no half screen stays behind. */
	setLastWords(lastWords: () => string): void;
	start(): void;
	/** Leaves the terminal as it was found. */
	stop(): Promise<void>;
	/** Stops the process as Ctrl+Z does in a shell; resolves when it has been brought back and the terminal started. */
	suspend(): Promise<void>;
}
