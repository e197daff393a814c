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
 * How a narrower terminal treats longer rows: rewraps them and the cursor stays with its character, rewraps them and
 * also moves the cursor for rows below it (xterm.js), or truncates them.
 */
export type Reflow = "wraps" | "wraps-as-xterm-js" | "cuts";

/** The terminal as the screen uses it. */
export interface Terminal {
	readonly columns: number;
	readonly rows: number;
	/** Frames may use mode 2026, so that they appear atomically. */
	readonly synchronizesOutput: boolean;
	readonly reflow: Reflow;
	/** Pixels per cell, if reported. */
	readonly cellSize: PixelSize | undefined;
	/** How to show desktop notifications. */
	readonly notificationProtocol: NotificationProtocol;
	/** Whether the window has the focus; undefined if not reported. */
	readonly isFocused: boolean | undefined;
	/** The output is backed up: painting now would increase the lag. */
	readonly isCongested: boolean;
	/** Reads the size again, as the notification of a change may be delayed. */
	refreshSize(): void;
	write(data: string): void;
	/** Complete keys, text and pastes; no replies to queries. */
	onInput(listener: (event: InputEvent) => void): Unsubscribe;
	onResize(listener: () => void): Unsubscribe;
	/** The output was drained after congestion. */
	onDrain(listener: () => void): Unsubscribe;
	/** The terminal reported its background color, also unsolicited when it changes. */
	onBackground(listener: (background: Rgb) => void): Unsubscribe;
	/** Sequences that are neither keys nor replies to our queries: clipboard, notifications, images. */
	onReply(listener: (data: string) => void): Unsubscribe;
	/** It has answered where its cursor is. */
	readonly reportsCursor: boolean;
	/** The cursor position; undefined if not reported. */
	queryCursor(): Promise<CursorPosition | undefined>;
	/** Resolves when it has processed everything written so far; false if that will not be known. */
	fence(): Promise<boolean>;
	/** The position saved by DECSC. The cursor then returns to the row of the given position. */
	querySavedCursor(current: CursorPosition): Promise<CursorPosition | undefined>;
	setTitle(title: string): void;
	/** Full-screen surfaces use the alternate screen, the transcript the normal one. */
	setAlternateScreen(on: boolean): void;
	/** Enables mouse reports. */
	setMouse(on: boolean): void;
	/** Written first when the process exits without `stop`, so that no partial screen stays behind. */
	setLastWords(lastWords: () => string): void;
	start(): void;
	/** Restores the terminal; without `waits` at once, and keys that are on their way reach the next program. */
	stop(options?: { readonly waits?: boolean }): Promise<void>;
	/** Stops the process like Ctrl+Z in a shell; resolves when it was resumed and the terminal restarted. */
	suspend(): Promise<void>;
}
