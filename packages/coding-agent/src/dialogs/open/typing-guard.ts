import { type Component, type Focusable, isFocusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey, parseKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { KeyUse } from "../contract/dialog.ts";

/** How long no key must have come before a dialog takes any. */
export const quietMs = 800;
/** How long a letter must stand alone to be an answer and not the start of a word. */
export const wordMs = 300;

/** The draft in the editor, as far as a dialog in front of it needs it. */
export interface DraftInput {
	readonly text: string;
	/** With pasted text in place of its markers. */
	readonly expandedText: string;
	handleInput(data: string): void;
	paste(text: string): void;
	insert(text: string): void;
	setText(text: string): void;
}

interface GuardOptions {
	readonly draft: DraftInput;
	readonly theme: Theme;
	readonly requestRender: () => void;
	readonly use: KeyUse;
	/** The user waits for the dialog: the first key may be an answer. */
	readonly isAwaited?: boolean;
	/** A row above the dialog. */
	readonly heading?: string;
}

/**
 * Keeps what the user is typing from answering a dialog that has opened by itself. Keys go to the draft until none came for
 * a moment. Then keys without text are for the dialog; a letter is, if it is a shortcut that stands alone. All else is kept
 * in the draft and closes the dialog to keys again.
 */
export class TypingGuard implements Component, Focusable {
	readonly #inside: Component;
	readonly #options: GuardOptions;
	#quiet: ReturnType<typeof setTimeout> | undefined;
	#held: { readonly data: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
	#focused = false;

	constructor(inside: Component, options: GuardOptions) {
		this.#inside = inside;
		this.#options = options;
		if (!options.isAwaited) this.#lock();
	}

	get focused(): boolean {
		return this.#focused;
	}

	set focused(value: boolean) {
		this.#focused = value;
		if (isFocusable(this.#inside)) this.#inside.focused = value;
	}

	get wantsKeyRelease(): boolean {
		return this.#inside.wantsKeyRelease ?? false;
	}

	handleInput(data: string): void {
		const { isField, isShortcut } = this.#options.use;
		if (this.#quiet !== undefined) this.#keep(data);
		else if (this.#held) this.#followHeld(this.#held.data, data);
		else if (!isTyped(data) || isField?.()) this.#inside.handleInput?.(data);
		else if (isShortcut?.(data)) this.#hold(data);
		else this.#keep(data);
	}

	handlePaste(text: string): void {
		if (this.#held) this.#keep(this.#release(this.#held));
		if (this.#quiet === undefined && this.#options.use.isField?.()) {
			if (this.#inside.handlePaste) this.#inside.handlePaste(text);
			else this.#inside.handleInput?.(text);
			return;
		}
		this.#options.draft.paste(text);
		this.#lock();
	}

	render(width: number): readonly string[] {
		const { heading } = this.#options;
		return [...(heading === undefined ? [] : [heading]), ...this.#inside.render(width), this.#note(width)];
	}

	invalidate(): void {
		this.#inside.invalidate?.();
	}

	dispose(): void {
		clearTimeout(this.#quiet);
		clearTimeout(this.#held?.timer);
		this.#quiet = undefined;
		this.#held = undefined;
		this.#inside.dispose?.();
	}

	#hold(data: string): void {
		const timer = setTimeout(() => {
			this.#held = undefined;
			this.#inside.handleInput?.(data);
			this.#options.requestRender();
		}, wordMs);
		this.#held = { data, timer };
	}

	#release({ data, timer }: { readonly data: string; readonly timer: ReturnType<typeof setTimeout> }): string {
		clearTimeout(timer);
		this.#held = undefined;
		return data;
	}

	/** A key right after a letter that could have been an answer. */
	#followHeld(letter: string, data: string): void {
		if (this.#held) this.#release(this.#held);
		if (isTyped(data)) {
			this.#keep(letter);
			this.#keep(data);
		} else if (matchesKey(data, "enter")) {
			// Enter confirms what was seen to be selected, which the letter has changed just now.
			this.#inside.handleInput?.(letter);
		} else this.#inside.handleInput?.(data);
	}

	/** Nothing is sent while the editor is hidden: Enter only begins a line. */
	#keep(data: string): void {
		const { draft } = this.#options;
		if (!matchesKey(data, "enter")) draft.handleInput(data);
		else if (draft.text !== "" && !draft.text.endsWith("\n")) draft.insert("\n");
		this.#lock();
	}

	#lock(): void {
		clearTimeout(this.#quiet);
		this.#quiet = setTimeout(() => {
			this.#quiet = undefined;
			this.#options.requestRender();
		}, quietMs);
	}

	/** Always a row, so that nothing moves when the dialog begins to take keys. */
	#note(width: number): string {
		const { theme, draft } = this.#options;
		if (draft.text === "") return "";
		const kept = `Draft kept: ${draft.text.trim().replaceAll("\n", " ")}`;
		const locked = this.#quiet === undefined ? [] : ["Stop typing to answer"];
		const note = [...locked, kept].join(` ${theme.symbol("text.dot")} `);
		return truncateToWidth(theme.dim(` ${note}`), width, theme.symbol("text.ellipsis"));
	}
}

/** Whether a key, or a run of them, has text. */
export function isTyped(data: string): boolean {
	if (!data.startsWith("\x1b")) return data >= " " && data !== "\x7f";
	const key = parseKey(data);
	return key?.text !== undefined && !key.ctrl && !key.alt;
}
