import { CURSOR_MARKER } from "../../component.ts";
import { type AtomFinder, combineFinders } from "../../editing/atoms.ts";
import type { EditState } from "../../editing/edit-state.ts";
import type { VisualRow } from "../../editing/visual-layout.ts";
import { fitToWidth } from "../../text/pad.ts";
import { sliceWithWidth } from "../../text/slice.ts";
import { replaceTabs } from "../../text/tabs.ts";
import { truncateToWidth } from "../../text/truncate.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import type { Style, Theme } from "../../theme/theme.ts";

export interface EditorPicture {
	readonly theme: Theme;
	readonly border: Style;
	/** The content of the top edge, for the given number of columns. */
	topLine(width: number): string;
	readonly state: EditState;
	/** The visible rows. */
	readonly rows: readonly VisualRow[];
	readonly caret: CaretLook | undefined;
	readonly placeholder: string;
	readonly hint: string;
	readonly atoms: AtomFinder;
	/** Highlighted words. */
	readonly marks: AtomFinder;
	/** The bottom edge gets its own row, so that IME pop-ups do not cover it. */
	readonly ownBottomRow: boolean;
}

export interface CaretLook {
	/** Index among the visible rows. */
	readonly row: number;
	readonly isTerminalCursor: boolean;
}

/** Columns taken by the frame: `╰─ ` and ` ─╯`. */
export const FRAME_COLUMNS = 6;

export function drawEditor(picture: EditorPicture, width: number): string[] {
	const inner = Math.max(1, width - FRAME_COLUMNS);
	const texts = picture.rows.map((row, index) => fitToWidth(drawRow(picture, row, index, inner), inner + 1));
	const rows = [topEdge(picture, width)];
	for (const [index, text] of texts.entries()) {
		const isLast = index === texts.length - 1 && !picture.ownBottomRow;
		rows.push(isLast ? bottomRow(picture, text) : middleRow(picture, text));
	}
	if (picture.ownBottomRow) rows.push(bottomEdge(picture, width));
	return rows;
}

function topEdge({ theme, border, topLine }: EditorPicture, width: number): string {
	const line = theme.symbol("boxRound.horizontal");
	const room = Math.max(0, width - 4);
	const content = truncateToWidth(topLine(room), room, theme.symbol("text.ellipsis"));
	const fill = line.repeat(Math.max(0, room - visibleWidth(content)));
	const left = border(theme.symbol("boxRound.topLeft") + line);
	return left + content + border(fill + line + theme.symbol("boxRound.topRight"));
}

function middleRow({ theme, border }: EditorPicture, text: string): string {
	const side = border(theme.symbol("boxRound.vertical"));
	return `${side}  ${text} ${side}`;
}

function bottomRow({ theme, border }: EditorPicture, text: string): string {
	const line = theme.symbol("boxRound.horizontal");
	const left = border(theme.symbol("boxRound.bottomLeft") + line);
	return `${left} ${text}${border(line + theme.symbol("boxRound.bottomRight"))}`;
}

function bottomEdge({ theme, border }: EditorPicture, width: number): string {
	const line = theme.symbol("boxRound.horizontal").repeat(Math.max(0, width - 2));
	return border(theme.symbol("boxRound.bottomLeft") + line + theme.symbol("boxRound.bottomRight"));
}

/** Up to `width` columns of text, and one more for a caret after the last. */
function drawRow(picture: EditorPicture, row: VisualRow, index: number, width: number): string {
	const { theme, state, caret } = picture;
	const line = state.lines[row.lineIndex] ?? "";
	const hasCaret = caret?.row === index;
	const isEmptyText = state.lines.length === 1 && line === "";
	if (isEmptyText) {
		const placeholder = theme.dim(truncateToWidth(picture.placeholder, width));
		return hasCaret ? drawCaret(caret, theme, "") + placeholder : placeholder;
	}
	if (!hasCaret) return clip(styleAtoms(picture, line, row.start, row.end), width);
	const before = clip(styleAtoms(picture, line, row.start, state.column), width);
	const room = width - visibleWidth(before);
	if (!caret.isTerminalCursor) {
		const under = replaceTabs(line.slice(state.column, state.column + 1)) || " ";
		return (
			before + drawCaret(caret, theme, under) + clip(styleAtoms(picture, line, state.column + 1, row.end), room - 1)
		);
	}
	const after = clip(styleAtoms(picture, line, state.column, row.end), room);
	const isAtEnd = state.column === line.length && state.lineIndex === state.lines.length - 1;
	const hint = isAtEnd && picture.hint !== "" ? theme.dim(truncateToWidth(picture.hint, Math.max(0, room))) : "";
	return before + CURSOR_MARKER + after + hint;
}

function drawCaret(caret: CaretLook, theme: Theme, under: string): string {
	return caret.isTerminalCursor ? CURSOR_MARKER : theme.inverse(under || " ");
}

/** Highlights paste markers. */
function styleAtoms({ theme, atoms, marks }: EditorPicture, line: string, start: number, end: number): string {
	let text = "";
	let from = start;
	for (const atom of combineFinders(atoms, marks)(line)) {
		const atomStart = Math.max(from, atom.start);
		const atomEnd = Math.min(end, atom.end);
		if (atomStart >= atomEnd) continue;
		text += replaceTabs(line.slice(from, atomStart)) + theme.accent(line.slice(atomStart, atomEnd));
		from = atomEnd;
	}
	return text + replaceTabs(line.slice(from, Math.max(from, end)));
}

function clip(text: string, width: number): string {
	return visibleWidth(text) <= width ? text : sliceWithWidth(text, 0, Math.max(0, width)).text;
}
