import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import { Editor } from "@oh-my-pi/pi-tui/widgets/editor/editor";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { type KeyHint, keyHints } from "./parts/key-hints.ts";

export interface EditorDialogOptions {
	readonly title: string;
	/** What is in it at first. */
	readonly text?: string;
	/** Enter submits, as in the prompt editor; otherwise it begins a new line. */
	readonly promptStyle?: boolean;
}

/** Asks for a text of several lines. */
export function editorDialog(options: EditorDialogOptions): Dialog<string> {
	const { title, text } = options;
	return {
		title,
		open: (context) => new EditorField(options, context),
		async plain(lines) {
			if (text) lines.say(text);
			return lines.enter(title);
		},
	};
}

const submitAction = "app.message.followUp";

class EditorField implements Component, Focusable {
	readonly #promptStyle: boolean;
	readonly #context: DialogContext<string>;
	readonly #editor: Editor;

	constructor({ text, promptStyle = false }: EditorDialogOptions, context: DialogContext<string>) {
		this.#promptStyle = promptStyle;
		this.#context = context;
		context.useKeys?.({ isField: () => true });
		const { theme, keymap, rows, requestRender, done } = context;
		this.#editor = new Editor({ theme, keymap, screenRows: rows, requestRender, onSubmit: done });
		if (text !== undefined) this.#editor.setText(text);
	}

	get focused(): boolean {
		return this.#editor.focused;
	}

	set focused(isFocused: boolean) {
		this.#editor.focused = isFocused;
	}

	handleInput(data: string): void {
		const { keymap, done } = this.#context;
		if (keymap.matches(data, "tui.select.cancel")) done(undefined);
		else if (keymap.matches(data, submitAction)) done(this.#editor.expandedText);
		else if (!this.#promptStyle && keymap.matches(data, "tui.input.submit")) this.#editor.insertText("\n");
		else this.#editor.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#editor.handlePaste(text);
	}

	invalidate(): void {
		this.#editor.invalidate();
	}

	dispose(): void {
		this.#editor.dispose();
	}

	render(width: number): readonly string[] {
		const { theme, keymap } = this.#context;
		const key = (action: string) => describeChord(keymap.chordsFor(action)[0] ?? "");
		const hints: KeyHint[] = this.#promptStyle
			? [
					["Enter", "ok"],
					[key("tui.input.newLine"), "new line"],
				]
			: [[key(submitAction), "ok"]];
		return [
			...this.#editor.render(width),
			` ${keyHints([...hints, ["Esc", "cancel"]], theme, Math.max(1, width - 2))}`,
		];
	}
}
