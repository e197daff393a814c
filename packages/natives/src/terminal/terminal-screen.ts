import { Terminal } from "@xterm/headless";
import { rowText } from "./row-text.ts";

export interface ScreenSize {
	readonly cols: number;
	readonly rows: number;
}

/** What a program that has a terminal to itself would show there. */
export interface TerminalScreen extends Disposable {
	write(bytes: Uint8Array): void;
	resize(size: ScreenSize): void;
	/** One string per row with its styles; `cursor` stands where the program has its cursor, if it shows one. */
	rows(cursor: string): string[];
	/** What the program has asked its keyboard to be like. */
	readonly keyboard: { readonly applicationCursor: boolean; readonly bracketedPaste: boolean };
}

export interface TerminalScreenOptions extends ScreenSize {
	/** What was written has taken effect. */
	readonly onChange: () => void;
	/** Answers to questions such as where the cursor is, for the program. */
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
