import { Terminal } from "@xterm/headless";
import { rowText } from "./row-text.ts";

export interface ScreenSize {
	readonly cols: number;
	readonly rows: number;
}

/** The screen of a program in a pseudo-terminal. */
export interface TerminalScreen extends Disposable {
	write(bytes: Uint8Array): void;
	resize(size: ScreenSize): void;
	/** One string per row with its styles; `cursor` is inserted at the visible cursor. */
	rows(cursor: string): string[];
	/** Keyboard modes set by the program. */
	readonly keyboard: { readonly applicationCursor: boolean; readonly bracketedPaste: boolean };
}

export interface TerminalScreenOptions extends ScreenSize {
	/** Written data has been processed. */
	readonly onChange: () => void;
	/** Replies to queries, such as cursor reports, to be sent to the program. */
	readonly onReply: (keys: string) => void;
}

export function openTerminalScreen({ onChange, onReply, ...size }: TerminalScreenOptions): TerminalScreen {
	const terminal = new Terminal({ ...size, scrollback: 0, allowProposedApi: true });
	let cursorHidden = false;
	const watch = (final: "h" | "l") =>
		terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
			if (params.includes(cursorVisibility)) cursorHidden = final === "l";
			return false;
		});
	watch("h");
	watch("l");
	terminal.onData(onReply);
	return {
		write: (bytes) => terminal.write(bytes, onChange),
		resize: ({ cols, rows }) => terminal.resize(cols, rows),
		rows(cursor) {
			const { active } = terminal.buffer;
			return Array.from({ length: terminal.rows }, (_, row) => {
				const hasCursor = !cursorHidden && row === active.cursorY;
				return rowText(
					active.getLine(active.baseY + row),
					hasCursor ? { column: active.cursorX, mark: cursor } : undefined,
				);
			});
		},
		get keyboard() {
			const { applicationCursorKeysMode, bracketedPasteMode } = terminal.modes;
			return { applicationCursor: applicationCursorKeysMode, bracketedPaste: bracketedPasteMode };
		},
		[Symbol.dispose]: () => terminal.dispose(),
	};
}

const cursorVisibility = 25;
