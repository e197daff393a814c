import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { Dialog } from "./dialog.ts";
import { type DraftInput, TypingGuard } from "./typing-guard.ts";
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
	#last: Promise<unknown> = Promise.resolve();
	#open = 0;

	constructor(options: { theme: Theme; keymap: Keymap; area: DialogArea }) {
		this.#theme = options.theme;
		this.#keymap = options.keymap;
		this.#area = options.area;
	}

	get isOpen(): boolean {
		return this.#open > 0;
	}

	readonly ask = <Result>(dialog: Dialog<Result>): Promise<Result | undefined> => {
		this.#open++;
		const answered = this.#last.then(() => this.#present(dialog));
		// One that fails to open says so to whoever asked, and the next ones are asked all the same.
		this.#last = answered.catch(() => {});
		return answered.finally(() => {
			this.#open--;
		});
	};

	#present<Result>(dialog: Dialog<Result>): Promise<Result | undefined> {
		const { promise, resolve } = Promise.withResolvers<Result | undefined>();
		let takeAway = () => {};
		const component = dialog.open({
			theme: this.#theme,
			keymap: this.#keymap,
			rows: () => this.#area.rows(),
			requestRender: () => this.#area.requestRender(),
			done: (result) => {
				takeAway();
				shown.dispose?.();
				resolve(result);
			},
		});
		const { draft, requestRender } = this.#area;
		const shown =
			dialog.opensUnasked && draft
				? new TypingGuard(component, { draft, theme: this.#theme, requestRender })
				: component;
		if (dialog.fillsScreen) takeAway = this.#area.fill(new WheelToKeys(shown));
		else if (dialog.overlays && this.#area.overlay) takeAway = this.#area.overlay(shown);
		else takeAway = this.#replaceEditor(dialog, shown);
		return promise;
	}

	#replaceEditor(
		{ title, drawsTitle }: Pick<Dialog<unknown>, "title" | "drawsTitle">,
		component: Component,
	): () => void {
		const heading = new Text(this.#theme.bold(this.#theme.accent(title)), { paddingX: 1 });
		this.#area.show(new Container(drawsTitle ? [component] : [heading, component]), component);
		return () => this.#area.show(undefined, undefined);
	}
}
