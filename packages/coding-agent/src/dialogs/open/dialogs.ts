import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { Dialog, KeyUse, TypedText } from "../contract/dialog.ts";
import { type DraftInput, isTyped, quietMs, TypingGuard } from "./typing-guard.ts";
import { WheelToKeys } from "./wheel-to-keys.ts";

export interface DialogArea {
	/** Puts a component in place of the editor, or the editor back. */
	show(component: Component | undefined, focus: Component | undefined): void;
	/** Gives the whole screen to a component until the returned function is called. */
	fill(component: Component): () => void;
	/** Lays a component over the window until the returned function is called. */
	overlay?(component: Component): () => void;
	rows(): number;
	requestRender(): void;
	/** What the user is writing, for keys that are not meant for a dialog. */
	readonly draft?: DraftInput;
}

/** Owns the questions being asked: one at a time in place of the editor, the others wait. */
export class Dialogs {
	readonly #theme: Theme;
	readonly #keymap: Keymap;
	readonly #area: DialogArea;
	readonly #highlight: Highlighter | undefined;
	#last: Promise<unknown> = Promise.resolve();
	#open = 0;
	/** How many are shown that questions may open in front of. */
	#behind = 0;
	/** When the last key was pressed, if it had text. */
	#typedAtMs: number | undefined;

	constructor(options: { theme: Theme; keymap: Keymap; area: DialogArea; highlight?: Highlighter }) {
		this.#highlight = options.highlight;
		this.#theme = options.theme;
		this.#keymap = options.keymap;
		this.#area = options.area;
	}

	get isOpen(): boolean {
		return this.#open > 0;
	}

	/** Hears each key that no dialog takes, to know whether somebody is typing when one opens. */
	noteKey(data: string): void {
		this.#typedAtMs = isTyped(data) ? performance.now() : undefined;
	}

	get #isTyping(): boolean {
		return this.#typedAtMs !== undefined && performance.now() - this.#typedAtMs < quietMs;
	}

	readonly ask = <Result>(dialog: Dialog<Result>): Promise<Result | undefined> => {
		this.#open++;
		const answered = this.#last.then(() => this.#present(dialog));
		// One that fails to open says so to whoever asked, and the next ones are asked all the same.
		if (!dialog.staysBehind) this.#last = answered.catch(() => {});
		return answered.finally(() => {
			this.#open--;
		});
	};

	#present<Result>(dialog: Dialog<Result>): Promise<Result | undefined> {
		const { promise, resolve } = Promise.withResolvers<Result | undefined>();
		let takeAway = () => {};
		const guardedDraft = dialog.opensUnasked === undefined ? undefined : this.#area.draft;
		let use: KeyUse = {};
		const component = dialog.open({
			theme: this.#theme,
			keymap: this.#keymap,
			...(this.#highlight && { highlight: this.#highlight }),
			// The guard has a row of its own.
			rows: () => this.#area.rows() - (guardedDraft ? 1 : 0),
			requestRender: () => this.#area.requestRender(),
			useKeys: (keys) => {
				use = keys;
			},
			...(guardedDraft && { typed: typedAt(guardedDraft) }),
			done: (result) => {
				takeAway();
				if (dialog.staysBehind) this.#behind--;
				shown.dispose?.();
				resolve(result);
			},
		});
		if (dialog.staysBehind) this.#behind++;
		const isInFront = this.#behind > 0 && !dialog.staysBehind;
		const shown = guardedDraft
			? new TypingGuard(component, {
					draft: guardedDraft,
					theme: this.#theme,
					requestRender: () => this.#area.requestRender(),
					use: { isField: () => use.isField?.() ?? false, isShortcut: (data) => use.isShortcut?.(data) ?? false },
					...(dialog.isAwaited && !this.#isTyping && { isAwaited: true }),
					...(isInFront && !dialog.fillsScreen && !dialog.drawsTitle && { heading: this.#heading(dialog.title) }),
				})
			: component;
		if (dialog.fillsScreen || isInFront) takeAway = this.#area.fill(new WheelToKeys(shown));
		else if (dialog.overlays && this.#area.overlay) takeAway = this.#area.overlay(shown);
		else takeAway = this.#replaceEditor(dialog, shown);
		return promise;
	}

	#replaceEditor(
		{ title, drawsTitle }: Pick<Dialog<unknown>, "title" | "drawsTitle">,
		component: Component,
	): () => void {
		const heading = new Text(this.#heading(title), { paddingX: 1 });
		this.#area.show(new Container(drawsTitle ? [component] : [heading, component]), component);
		return () => this.#area.show(undefined, undefined);
	}

	#heading(title: string): string {
		return this.#theme.bold(this.#theme.accent(title));
	}
}

/** What comes after the text that was there when the dialog opened. Pasted text stays in the draft, which has its markers. */
function typedAt(draft: DraftInput): TypedText {
	const before = draft.text;
	return {
		take() {
			const { text, expandedText } = draft;
			if (!text.startsWith(before) || text !== expandedText) return "";
			draft.setText(before);
			return text.slice(before.length).trim();
		},
		giveBack: (text) => draft.setText(draft.text + text),
	};
}
