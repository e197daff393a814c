import { Terminal } from "@xterm/headless";

/** A headless terminal emulator. */
export interface VirtualTerminal extends Disposable {
	/** Resolves when the data was processed. */
	write(data: string | Uint8Array): Promise<void>;
	/** The visible rows, without trailing blanks and empty rows at the end. */
	screen(): string;
	/** The same including the scrollback. */
	history(): string;
	/** Both from 0; the row is that of the screen. */
	cursor(): { row: number; column: number };
	/** Modes that a program has switched on. */
	modes(): TerminalModes;
	resize(cols: number, rows: number): void;
	/** Called with the terminal's replies to queries. */
	onReply(listener: (data: string) => void): void;
}

export interface TerminalModes {
	readonly alternateScreen: boolean;
	readonly bracketedPaste: boolean;
	readonly mouse: boolean;
	readonly focusReports: boolean;
	readonly applicationCursorKeys: boolean;
	readonly cursorHidden: boolean;
}

export function virtualTerminal(options: { cols?: number; rows?: number; scrollback?: number } = {}): VirtualTerminal {
	const { cols = 80, rows = 24, scrollback = 10_000 } = options;
	const terminal = new Terminal({ cols, rows, scrollback, allowProposedApi: true });
	const cursorVisibility = watchCursorVisibility(terminal);
	return {
		write: (data) => new Promise((resolve) => terminal.write(data, resolve)),
		screen: () => textOfRows(terminal, terminal.buffer.active.baseY),
		history: () => textOfRows(terminal, 0),
		cursor: () => ({ row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX }),
		modes: () => ({
			alternateScreen: terminal.buffer.active.type === "alternate",
			bracketedPaste: terminal.modes.bracketedPasteMode,
			mouse: terminal.modes.mouseTrackingMode !== "none",
			focusReports: terminal.modes.sendFocusMode,
			applicationCursorKeys: terminal.modes.applicationCursorKeysMode,
			cursorHidden: cursorVisibility.hidden,
		}),
		resize: (newCols, newRows) => terminal.resize(newCols, newRows),
		onReply: (listener) => terminal.onData(listener),
		[Symbol.dispose]: () => terminal.dispose(),
	};
}

function textOfRows(terminal: Terminal, firstRow: number): string {
	const buffer = terminal.buffer.active;
	const rows: string[] = [];
	for (let row = firstRow; row < buffer.length; row++) {
		rows.push(buffer.getLine(row)?.translateToString(true) ?? "");
	}
	return rows.join("\n").trimEnd();
}

/** xterm does not expose this, so the sequences are observed. */
function watchCursorVisibility(terminal: Terminal): { readonly hidden: boolean } {
	let hidden = false;
	const watch = (final: string, hides: boolean) =>
		terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
			if (params.includes(CURSOR_MODE)) hidden = hides;
			return false;
		});
	watch("l", true);
	watch("h", false);
	return {
		get hidden() {
			return hidden;
		},
	};
}

const CURSOR_MODE = 25;
