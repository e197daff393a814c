import type { Component } from "@oh-my-pi/pi-tui/component";

const PROMPT_START = "\x1b]133;A\x07";
const OUTPUT_START = "\x1b]133;B\x07\x1b]133;C\x07";
const OUTPUT_END = "\x1b]133;D\x07";

/** Marks where a user's message begins and the answer to it, so that terminals can jump from one to the next. */
export class TurnMarks {
	#hasTurn = false;

	/** The rows of the next user message, marked; the end of the turn before it as well. */
	around(message: Component): Component {
		const start = (this.#hasTurn ? OUTPUT_END : "") + PROMPT_START;
		this.#hasTurn = true;
		let drawn: { readonly rows: readonly string[]; readonly marked: readonly string[] } | undefined;
		return {
			render(width) {
				const rows = message.render(width);
				if (drawn?.rows !== rows) drawn = { rows, marked: marked(rows, start) };
				return drawn.marked;
			},
			invalidate: () => message.invalidate?.(),
		};
	}
}

function marked(rows: readonly string[], start: string): readonly string[] {
	if (rows.length === 0) return rows;
	const last = rows.length - 1;
	return rows.map((row, index) => `${index === 0 ? start : ""}${row}${index === last ? OUTPUT_START : ""}`);
}
