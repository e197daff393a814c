import type { Component, Focusable } from "../../component.ts";
import { type AtomFinder, combineFinders, NO_ATOMS } from "../../editing/atoms.ts";
import { EditSession } from "../../editing/edit-session.ts";
import { currentLine, isEmpty } from "../../editing/edit-state.ts";
import type { KillRing } from "../../editing/kill-ring.ts";
import { PasteStore } from "../../editing/paste-store.ts";
import { caretPlace, placeAt, VisualLayout, type VisualRow } from "../../editing/visual-layout.ts";
import type { Keymap } from "../../input/keymap.ts";
import { typedText } from "../../input/typed-text.ts";
import { plainText } from "../../text/sanitize.ts";
import type { Style, Theme } from "../../theme/theme.ts";
import { type CompletionItem, type CompletionList, type CompletionProvider, Completions } from "./completions.ts";
import { drawCompletions } from "./draw-completions.ts";
import { drawEditor, FRAME_COLUMNS } from "./draw-editor.ts";
import { HistoryWalk, type PromptHistory } from "./history-walk.ts";

export interface EditorOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	/** Height of the screen, which limits the editor's. */
	screenRows(): number;
	/** The editor changed without a key, because a completion arrived. */
	requestRender(): void;
	/** The text with pastes expanded. The caller clears the editor. */
	onSubmit(text: string): void;
	onChange?(text: string): void;
	readonly history?: PromptHistory;
	readonly completions?: CompletionProvider;
	/** Maximum number of visible completions. */
	maxCompletions?(): number;
	readonly killRing?: KillRing;
	/** The content of the top edge, at most `width` columns: the status line. `border` is the edge's style. */
	topLine?(width: number, border: Style): string;
	border?(): Style;
	placeholder?(): string;
	/** The bottom edge gets its own row. */
	ownBottomRow?(): boolean;
	/** Additional atoms. */
	readonly atoms?: AtomFinder;
	/** Highlighted words. */
	readonly marks?: AtomFinder;
	/** True if the paste was handled elsewhere. */
	takePaste?(text: string): boolean;
	/** An image was pasted, in base64. */
	onImage?(image: { readonly data: string; readonly mimeType: string }): void;
}

const MIN_ROWS = 4;
const MAX_ROWS = 16;
const ROWS_FOR_OTHERS = 14;
const DEFAULT_COMPLETIONS = 8;

/** The prompt editor: multiple lines, history, completions, large pastes as markers. */
export class Editor implements Component, Focusable {
	readonly #options: EditorOptions;
	readonly #pastes = new PasteStore();
	readonly #atoms: AtomFinder;
	readonly #session: EditSession;
	readonly #layout = new VisualLayout();
	readonly #history: HistoryWalk;
	readonly #completions: Completions;
	#innerWidth = 80;
	#scroll = 0;
	/** The column that vertical moves try to keep. */
	#wantedColumn: number | undefined;
	#jump: "forward" | "backward" | undefined;
	#usesTerminalCursor = true;
	#drawn: { key: readonly unknown[]; rows: readonly string[] } | undefined;
	focused = false;

	constructor(options: EditorOptions) {
		this.#options = options;
		this.#atoms = combineFinders(this.#pastes.atoms, options.atoms);
		this.#session = new EditSession({
			atoms: this.#atoms,
			...(options.killRing && { killRing: options.killRing }),
		});
		this.#history = new HistoryWalk(options.history);
		this.#completions = new Completions(options.completions, () => options.requestRender());
	}

	/** As shown, with markers for large pastes. */
	get text(): string {
		return this.#session.text;
	}

	get expandedText(): string {
		return this.#pastes.expand(this.text);
	}

	get isEmpty(): boolean {
		return isEmpty(this.#session.state);
	}

	get isCompleting(): boolean {
		return this.#completions.isOpen;
	}

	setText(text: string): void {
		this.#session.setText(text);
		this.#changed({ completes: false });
	}

	/** Clears the editor for the next prompt, including the undo history. */
	clear(): void {
		this.#session.reset();
		this.#pastes.clear();
		this.#history.leave();
		this.#changed({ completes: false });
	}

	/** Inserts at the caret, unchanged. */
	insertText(text: string): void {
		this.#session.insert(cleanPaste(text));
		this.#edited();
	}

	/** Like a paste: a large text becomes a marker, which names the number of lines. */
	insertPaste(text: string, lineCount?: number): void {
		this.#session.insert(this.#pastes.add(cleanPaste(text), lineCount));
		this.#edited();
	}

	/** Where the caret is. */
	get caret(): { readonly line: number; readonly column: number } {
		const { lineIndex, column } = this.#session.state;
		return { line: lineIndex, column };
	}

	/** The line of the caret. */
	get caretLine(): string {
		return currentLine(this.#session.state);
	}

	/** Performs an action, as a bound key would. */
	perform(action: string): void {
		this.#performEdit([action]);
		this.#options.requestRender();
	}

	moveCaret(to: "start" | "end"): void {
		const last = this.#session.state.lines.length - 1;
		if (to === "start") this.#session.moveCaret(0, 0);
		else this.#session.moveCaret(last, this.#session.state.lines[last]?.length ?? 0);
		this.#completions.close();
		this.#options.requestRender();
	}

	closeCompletions(): void {
		this.#completions.close();
	}

	setUseTerminalCursor(on: boolean): void {
		this.#usesTerminalCursor = on;
		this.invalidate();
	}

	/** A large text becomes a marker; pasting the same again inserts the text. */
	handlePaste(text: string): void {
		const pasted = cleanPaste(text);
		if (this.#options.takePaste?.(pasted)) return;
		const marker = this.#pastes.findMarker(pasted);
		const lineIndex = marker === undefined ? -1 : this.#session.state.lines.findIndex((line) => line.includes(marker));
		if (marker !== undefined && lineIndex >= 0) {
			const start = this.#session.state.lines[lineIndex]?.indexOf(marker) ?? 0;
			this.#session.replaceRange(lineIndex, start, start + marker.length, pasted);
		} else {
			this.#session.insert(this.#pastes.add(pasted));
		}
		this.#edited();
	}

	handleImage(image: { readonly data: string; readonly mimeType: string }): void {
		this.#options.onImage?.(image);
	}

	handleInput(data: string): void {
		const text = typedText(data);
		if (this.#jump) {
			if (text !== undefined) this.#session.jump(text, this.#jump);
			this.#jump = undefined;
			this.#wantedColumn = undefined;
		} else if (text !== undefined) {
			this.#session.type(plainText(text));
			this.#edited();
		} else {
			const actions = this.#options.keymap.actionsFor(data);
			if (!this.#completions.isOpen || !this.#handleCompletionKey(actions)) this.#handleKey(actions);
		}
	}

	render(width: number): readonly string[] {
		const { theme, topLine, border = () => theme.border, placeholder } = this.#options;
		this.#innerWidth = Math.max(1, width - FRAME_COLUMNS);
		const { state } = this.#session;
		const all = this.#rows();
		const caretRow = caretPlace(all, state).row;
		const visible = this.#visibleRows(all, caretRow);
		const top = topLine?.(Math.max(0, width - 4), border()) ?? "";
		const list = this.#completions.list;
		const shown = placeholder?.() ?? "";
		const ownBottomRow = this.#options.ownBottomRow?.() ?? false;
		const key = [
			width,
			state,
			this.focused,
			top,
			border(),
			shown,
			list,
			this.#completions.selectedIndex,
			this.#scroll,
			visible.length,
			ownBottomRow,
		];
		if (this.#drawn && key.every((part, index) => part === this.#drawn?.key[index])) return this.#drawn.rows;
		const rows = drawEditor(
			{
				theme,
				border: border(),
				topLine: () => top,
				state,
				rows: visible,
				caret: this.focused ? { row: caretRow - this.#scroll, isTerminalCursor: this.#usesTerminalCursor } : undefined,
				placeholder: shown,
				hint: list?.hint ?? "",
				atoms: this.#atoms,
				marks: this.#options.marks ?? NO_ATOMS,
				ownBottomRow,
			},
			width,
		);
		const maxVisible = this.#options.maxCompletions?.() ?? DEFAULT_COMPLETIONS;
		const completions = drawCompletions(list?.items ?? [], this.#completions.selectedIndex, {
			width,
			maxVisible,
			theme,
		});
		this.#drawn = { key, rows: [...rows, ...completions] };
		return this.#drawn.rows;
	}

	invalidate(): void {
		this.#drawn = undefined;
	}

	dispose(): void {
		this.#completions.close();
	}

	#rows(): readonly VisualRow[] {
		return this.#layout.rows(this.#session.state, this.#innerWidth);
	}

	#visibleRows(all: readonly VisualRow[], caretRow: number): readonly VisualRow[] {
		const height = Math.min(all.length, this.#maxRows);
		const lowest = Math.max(0, caretRow - height + 1);
		this.#scroll = Math.min(Math.max(this.#scroll, lowest), caretRow, all.length - height);
		return all.slice(this.#scroll, this.#scroll + height);
	}

	get #maxRows(): number {
		return Math.max(MIN_ROWS, Math.min(this.#options.screenRows() - ROWS_FOR_OTHERS, MAX_ROWS));
	}

	#handleCompletionKey(actions: readonly string[]): boolean {
		const page = this.#options.maxCompletions?.() ?? DEFAULT_COMPLETIONS;
		if (actions.includes("tui.select.up")) this.#completions.move(-1, { wraps: true });
		else if (actions.includes("tui.select.down")) this.#completions.move(1, { wraps: true });
		else if (actions.includes("tui.select.pageUp")) this.#completions.move(-page, { wraps: false });
		else if (actions.includes("tui.select.pageDown")) this.#completions.move(page, { wraps: false });
		else if (actions.includes("tui.input.tab") && this.#completions.isCurrent) this.#accept({ bySubmit: false });
		else if (actions.includes("tui.input.submit") && this.#completions.isChoosing) this.#accept({ bySubmit: true });
		else if (actions.includes("tui.select.cancel")) this.#completions.close();
		else return false;
		return true;
	}

	#handleKey(actions: readonly string[]): void {
		if (actions.includes("tui.input.newLine")) this.#insertLineBreak();
		else if (actions.includes("tui.input.submit")) this.#options.onSubmit(this.expandedText);
		else if (actions.includes("tui.input.tab")) this.#complete();
		else if (actions.includes("tui.editor.cursorUp")) this.#moveRows(-1);
		else if (actions.includes("tui.editor.cursorDown")) this.#moveRows(1);
		else if (actions.includes("tui.editor.pageUp")) this.#moveRows(-this.#maxRows);
		else if (actions.includes("tui.editor.pageDown")) this.#moveRows(this.#maxRows);
		else if (actions.includes("tui.editor.jumpForward")) this.#jump = "forward";
		else if (actions.includes("tui.editor.jumpBackward")) this.#jump = "backward";
		else this.#performEdit(actions);
	}

	#performEdit(actions: readonly string[]): void {
		const before = this.#session.state;
		if (!actions.some((action) => this.#session.perform(action))) return;
		this.#wantedColumn = undefined;
		if (this.#session.state.lines !== before.lines) this.#edited();
		else this.#completions.close();
	}

	#insertLineBreak(): void {
		this.#session.insert("\n");
		this.#edited();
	}

	/** By visible rows; beyond the first and last through the history. */
	#moveRows(step: number): void {
		const rows = this.#rows();
		const { row, column } = caretPlace(rows, this.#session.state);
		const isOutside = row + step < 0 || row + step >= rows.length;
		if (isOutside && Math.abs(step) === 1 && this.#walkHistory(step)) return;
		this.#completions.close();
		if (isOutside && row === (step < 0 ? 0 : rows.length - 1)) {
			const line = currentLine(this.#session.state);
			this.#session.moveCaret(this.#session.state.lineIndex, step < 0 ? 0 : line.length);
			return;
		}
		this.#wantedColumn ??= column;
		const target = placeAt(rows, this.#session.state, row + step, this.#wantedColumn);
		this.#session.moveCaret(target.lineIndex, target.column);
	}

	#walkHistory(step: number): boolean {
		const text = step < 0 ? this.#history.older(this.text) : this.#history.newer();
		if (text === undefined) return false;
		this.#session.setText(text);
		this.#changed({ completes: false });
		return true;
	}

	#complete(): void {
		this.#completions.ask(this.#session.state, {
			isForced: true,
			onOnly: (list, item) => {
				this.#insertCompletion(list, item);
				this.#options.requestRender();
			},
		});
	}

	#accept(options: { bySubmit: boolean }): void {
		const { list, selected } = this.#completions;
		this.#completions.close();
		if (!list || !selected) return;
		this.#insertCompletion(list, selected);
		if (options.bySubmit && selected.submits) {
			this.#completions.close();
			this.#options.onSubmit(this.expandedText);
		}
	}

	#insertCompletion(list: CompletionList, item: CompletionItem): void {
		const { lineIndex } = this.#session.state;
		const inserted = item.act ? "" : (item.insert ?? item.label);
		this.#session.replaceRange(lineIndex, list.start, list.end, inserted);
		this.#edited();
		item.act?.();
	}

	/** The user changed the text. */
	#edited(): void {
		this.#changed({ completes: true });
	}

	#changed(options: { completes: boolean }): void {
		this.#wantedColumn = undefined;
		if (options.completes) this.#completions.ask(this.#session.state, { isForced: false });
		else this.#completions.close();
		this.#options.onChange?.(this.text);
	}
}

/** Terminals send line breaks in pastes as carriage returns. */
function cleanPaste(text: string): string {
	return plainText(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
}
