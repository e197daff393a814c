import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { type SelectItem, SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { ListWithHints } from "./parts/list-with-hints.ts";

export interface ChoiceDialogOptions<Value> {
	readonly title: string;
	/** Said above the choices. */
	readonly question: string;
	readonly choices: ReadonlyArray<SelectItem<Value>>;
	/** Where the cursor is at first. */
	readonly isCurrent?: (value: Value) => boolean;
}

/** A question with its possible answers. */
export function choiceDialog<Value>(options: ChoiceDialogOptions<Value>): Dialog<Value> {
	const { title, question, choices } = options;
	return {
		title,
		open: (context) => new Choice(options, context),
		plain: (lines) => {
			if (question !== "") lines.say(plainText(question));
			return lines.choose(title, choices);
		},
	};
}

class Choice<Value> implements Component, Focusable {
	readonly #question: string;
	readonly #list: ListWithHints;

	constructor(options: ChoiceDialogOptions<Value>, { theme, keymap, done }: DialogContext<Value>) {
		const { question, choices: items, isCurrent } = options;
		this.#question = plainText(question);
		const list = new SelectList<Value>({ items, theme, keymap, onSelect: done, onCancel: () => done(undefined) });
		if (isCurrent) list.highlight(({ value }) => isCurrent(value));
		this.#list = new ListWithHints(list, theme);
	}

	get focused(): boolean {
		return this.#list.focused;
	}

	set focused(isFocused: boolean) {
		this.#list.focused = isFocused;
	}

	handleInput(data: string): void {
		this.#list.handleInput(data);
	}

	render(width: number): readonly string[] {
		const lines = this.#question === "" ? [] : wrapTextWithAnsi(this.#question, Math.max(1, width - 2));
		return [...lines.map((row) => ` ${row}`), ...this.#list.render(width)];
	}

	invalidate(): void {
		this.#list.invalidate();
	}
}
