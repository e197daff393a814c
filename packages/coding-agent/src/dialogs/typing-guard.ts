import { type Component, type Focusable, isFocusable } from "@oh-my-pi/pi-tui/component";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** How long no key must have come before a dialog takes any. */
export const quietMs = 800;

/** The draft in the editor, as far as a dialog in front of it needs it. */
export interface DraftInput {
	readonly text: string;
	handleInput(data: string): void;
	paste(text: string): void;
}

interface GuardOptions {
	readonly draft: DraftInput;
	readonly theme: Theme;
	readonly requestRender: () => void;
}

/**
 * Keeps what the user is just typing from answering a dialog that has opened by itself: keys go to the draft until none came
 * for a moment.
 */
export class TypingGuard implements Component, Focusable {
	readonly #inside: Component;
	readonly #options: GuardOptions;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#focused = false;

	constructor(inside: Component, options: GuardOptions) {
		this.#inside = inside;
		this.#options = options;
		this.#restart();
	}

	get focused(): boolean {
		return this.#focused;
	}

	set focused(value: boolean) {
		this.#focused = value;
		if (isFocusable(this.#inside)) this.#inside.focused = value;
	}

	handleInput(data: string): void {
		if (this.#timer === undefined) {
			this.#inside.handleInput?.(data);
			return;
		}
		this.#options.draft.handleInput(data);
		this.#restart();
	}

	handlePaste(text: string): void {
		if (this.#timer === undefined) {
			if (this.#inside.handlePaste) this.#inside.handlePaste(text);
			else this.#inside.handleInput?.(text);
			return;
		}
		this.#options.draft.paste(text);
		this.#restart();
	}

	render(width: number): readonly string[] {
		return [...this.#inside.render(width), this.#note(width)];
	}

	invalidate(): void {
		this.#inside.invalidate?.();
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#inside.dispose?.();
	}

	#restart(): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			this.#options.requestRender();
		}, quietMs);
	}

	/** Always a row, so that nothing moves when the dialog begins to take keys. */
	#note(width: number): string {
		const { theme, draft } = this.#options;
		const kept = draft.text === "" ? "" : `Draft kept: ${draft.text.replaceAll("\n", " ")}`;
		const locked = this.#timer === undefined ? "" : kept === "" ? "One moment" : "Answer when you stop typing";
		const note = [locked, kept].filter(Boolean).join(` ${theme.symbol("text.dot")} `);
		return truncateToWidth(theme.dim(` ${note}`), width, theme.symbol("text.ellipsis"));
	}
}
