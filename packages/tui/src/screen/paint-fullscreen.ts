import type { Caret } from "./paint.ts";
import { guardRow } from "./row-guard.ts";

export interface FullscreenPicture {
	readonly rows: readonly string[];
	readonly caret: Caret | undefined;
	readonly columns: number;
	readonly height: number;
	readonly synchronized: boolean;
}

/** On the alternate screen every row has its place, so rows are addressed directly. `previous`: what is there, if known. */
export function paintFullscreen(previous: FullscreenPicture | undefined, next: FullscreenPicture): string {
	let body = "";
	for (let row = 0; row < next.height; row++) {
		const text = next.rows[row] ?? "";
		if (previous && (previous.rows[row] ?? "") === text) continue;
		body += `\x1b[${row + 1};1H\x1b[0m\x1b[K${guardRow(text, next.columns)}`;
	}
	const caretMoved = previous?.caret?.row !== next.caret?.row || previous?.caret?.column !== next.caret?.column;
	if (body === "" && previous && !caretMoved) return "";
	const cursor = next.caret ? `\x1b[${next.caret.row + 1};${next.caret.column + 1}H\x1b[?25h` : "";
	const content = `\x1b[?25l\x1b[?7l${body}\x1b[0m\x1b[?7h${cursor}`;
	return next.synchronized ? `\x1b[?2026h${content}\x1b[?2026l` : content;
}
