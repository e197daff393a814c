import type { Component } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog, DialogContext } from "./dialog.ts";
import { ListWithHints } from "./parts/list-with-hints.ts";

export interface ConfirmDialogOptions {
	readonly title: string;
	readonly question: string;
	/** What doing it is called. */
	readonly yes: string;
	/** What leaving it is called; `Cancel` unless said. */
	readonly no?: string;
	/** It cannot be taken back: the cursor begins on the safe choice. */
	readonly isDestructive?: boolean;
}

/** Asks whether to go ahead; dismissing it does not. */
export function confirmDialog(options: ConfirmDialogOptions): Dialog<boolean> {
	const choices = confirmChoices(options);
	return {
		title: options.title,
		open: (context) => new Confirmation(options, context),
		plain: (lines) => {
			lines.say(options.question);
			return lines.choose(options.title, choices);
		},
	};
}

/** The safe choice comes first when the other cannot be taken back. */
function confirmChoices({ yes, no = "Cancel", isDestructive }: ConfirmDialogOptions) {
	const choices = [
		{ value: true, label: yes },
		{ value: false, label: no },
	];
	return isDestructive ? choices.reverse() : choices;
}

class Confirmation implements Component {
	readonly #question: string;
	readonly #list: ListWithHints;

	constructor(options: ConfirmDialogOptions, { theme, keymap, done }: DialogContext<boolean>) {
		this.#question = plainText(options.question);
		const items = confirmChoices(options);
		const list = new SelectList<boolean>({ items, theme, keymap, onSelect: done, onCancel: () => done(undefined) });
		this.#list = new ListWithHints(list, theme);
	}

	handleInput(data: string): void {
		this.#list.handleInput(data);
	}

	render(width: number): readonly string[] {
		const asked = wrapTextWithAnsi(this.#question, Math.max(1, width - 2)).map((row) => ` ${row}`);
		return [...asked, ...this.#list.render(width)];
	}

	invalidate(): void {
		this.#list.invalidate();
	}
}
