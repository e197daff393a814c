import type { TuiAction } from "../input/tui-actions.data.ts";
import { type AtomFinder, NO_ATOMS } from "./atoms.ts";
import {
	createState,
	currentLine,
	type EditState,
	EMPTY_STATE,
	insertText,
	moveTo,
	removeRange,
	textOf,
} from "./edit-state.ts";
import { KillRing } from "./kill-ring.ts";
import * as motions from "./motions.ts";
import { UndoHistory } from "./undo-history.ts";

const MOVES: Partial<Record<TuiAction, motions.Motion>> = {
	"tui.editor.cursorLeft": motions.charLeft,
	"tui.editor.cursorRight": motions.charRight,
	"tui.editor.cursorWordLeft": motions.wordBackward,
	"tui.editor.cursorWordRight": motions.wordForward,
	"tui.editor.cursorLineStart": motions.lineStart,
	"tui.editor.cursorLineEnd": motions.lineEnd,
};

const DELETIONS: Partial<Record<TuiAction, motions.Motion>> = {
	"tui.editor.deleteCharBackward": motions.charLeft,
	"tui.editor.deleteCharForward": motions.charRight,
};

const KILLS: Partial<Record<TuiAction, motions.Motion>> = {
	"tui.editor.deleteWordBackward": motions.wordBackward,
	"tui.editor.deleteWordForward": motions.wordForward,
	"tui.editor.deleteToLineStart": motions.killStart,
	"tui.editor.deleteToLineEnd": motions.killEnd,
};

/** An editable text: the actions that every text field supports, with undo and a kill ring. */
export class EditSession {
	readonly #atoms: AtomFinder;
	readonly #undo = new UndoHistory();
	readonly #kills: KillRing;
	#state: EditState = EMPTY_STATE;
	#last: "kill" | "yank" | "other" = "other";

	/** Fields that share a kill ring can move text between each other. */
	constructor(options: { readonly atoms?: AtomFinder; readonly killRing?: KillRing } = {}) {
		this.#atoms = options.atoms ?? NO_ATOMS;
		this.#kills = options.killRing ?? new KillRing();
	}

	get state(): EditState {
		return this.#state;
	}

	get text(): string {
		return textOf(this.#state);
	}

	/** Replaces the text; undone as one step. */
	setText(text: string): void {
		if (text !== this.text) this.#edit(createState(text), undefined);
	}

	/** Replaces the text and clears the undo history. */
	reset(text = ""): void {
		this.#state = createState(text);
		this.#undo.clear();
		this.#last = "other";
	}

	/** `group` merges consecutive insertions into one undo step. */
	insert(text: string, group?: string): void {
		if (text !== "") this.#edit(insertText(this.#state, text), group);
	}

	/** Typed text: each word is one undo step. */
	type(text: string): void {
		if (/^\s/.test(text)) this.#undo.endGroup();
		this.insert(text, "type");
	}

	replaceRange(lineIndex: number, start: number, end: number, text: string): void {
		const { state } = removeRange(this.#state, { lineIndex, column: start }, { lineIndex, column: end });
		this.#edit(insertText(state, text), undefined);
	}

	moveCaret(lineIndex: number, column: number): void {
		this.#move(moveTo(this.#state, lineIndex, column));
	}

	jump(character: string, direction: "forward" | "backward"): void {
		const jump = direction === "forward" ? motions.jumpForward : motions.jumpBackward;
		this.#move(jump(this.#state, character));
	}

	/** True if the action was an editing action and was performed. */
	perform(action: string): boolean {
		const name = action as TuiAction;
		const move = MOVES[name];
		const deletion = DELETIONS[name];
		const kill = KILLS[name];
		if (move) this.#moveBy(move);
		else if (deletion) this.#delete(deletion, name);
		else if (kill) this.#kill(kill);
		else if (name === "tui.editor.yank") this.#yank();
		else if (name === "tui.editor.yankPop") this.#yankPop();
		else if (name === "tui.editor.undo") this.#undoStep();
		else return false;
		return true;
	}

	#moveBy(motion: motions.Motion): void {
		const target = motion(this.#state, this.#atoms);
		this.#move(moveTo(this.#state, target.lineIndex, target.column));
	}

	#move(state: EditState): void {
		this.#state = this.#outsideAtoms(state);
		this.#last = "other";
		this.#undo.endGroup();
	}

	/** Keeps the caret out of markers. */
	#outsideAtoms(state: EditState): EditState {
		const atom = this.#atoms(currentLine(state)).find(({ start, end }) => start < state.column && state.column < end);
		if (!atom) return state;
		const isNearStart = state.column - atom.start < atom.end - state.column;
		return moveTo(state, state.lineIndex, isNearStart ? atom.start : atom.end);
	}

	#delete(motion: motions.Motion, group: string): void {
		const { state, removed } = removeRange(this.#state, this.#state, motion(this.#state, this.#atoms));
		if (removed !== "") this.#edit(state, group);
	}

	#kill(motion: motions.Motion): void {
		const target = motion(this.#state, this.#atoms);
		const before =
			target.lineIndex < this.#state.lineIndex ||
			(target.lineIndex === this.#state.lineIndex && target.column < this.#state.column);
		const { state, removed } = removeRange(this.#state, this.#state, target);
		const joins = this.#last === "kill";
		if (removed === "") return;
		this.#edit(state, undefined);
		this.#kills.add(removed, { joins, before });
		this.#last = "kill";
	}

	#yank(): void {
		this.#insertYanked(this.#kills.latest());
	}

	#yankPop(): void {
		if (this.#last !== "yank") return;
		// The last step was the yank itself.
		const beforeYank = this.#undo.undo();
		if (beforeYank) this.#state = beforeYank;
		this.#insertYanked(this.#kills.previous());
	}

	#insertYanked(text: string | undefined): void {
		if (text === undefined) return;
		this.insert(text);
		this.#last = "yank";
	}

	#undoStep(): void {
		const previous = this.#undo.undo();
		if (previous) this.#state = previous;
		this.#last = "other";
	}

	#edit(state: EditState, group: string | undefined): void {
		this.#undo.record(this.#state, group);
		this.#state = state;
		this.#last = "other";
	}
}
