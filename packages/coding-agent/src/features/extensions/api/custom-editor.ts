import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Editor } from "@oh-my-pi/pi-tui/widgets/editor/editor";
import type {
	ExtensionCompletionProvider,
	ExtensionEditor,
	ExtensionEditorSurroundings,
	ExtensionScreen,
} from "../../../workbench/contract/extension-host.ts";

/** The editor of omp, for extensions that want one a little different: override `handleInput`, call `super.handleInput`. */
export class CustomEditor implements ExtensionEditor, Component, Focusable {
	onSubmit: ((text: string) => void) | undefined;
	onChange: ((text: string) => void) | undefined;
	protected readonly tui: ExtensionScreen;
	readonly #editor: Editor;
	#surroundings: ExtensionEditorSurroundings | undefined;
	#completions: ExtensionCompletionProvider | undefined;

	constructor(screen: ExtensionScreen, theme: Theme, keymap: Keymap) {
		this.tui = screen;
		this.#editor = new Editor({
			theme,
			keymap,
			screenRows: () => screen.terminal.rows,
			requestRender: () => screen.requestRender(),
			topLine: (width) => this.topLine(width),
			border: () => this.#surroundings?.border() ?? theme.border,
			history: { entry: (index) => this.#surroundings?.earlier(index) },
			completions: {
				complete: async ({ state: { lines, lineIndex, column }, isForced: force, signal }) => {
					const found = await this.#completions?.getSuggestions(lines, lineIndex, column, { signal, force });
					if (!found) return undefined;
					const items = found.items.map(({ value, label = value, description }) => ({
						label,
						description,
						insert: value,
					}));
					return { start: column - found.prefix.length, end: column, items };
				},
			},
			onSubmit: (text) => this.submit(text),
			onChange: (text) => this.onChange?.(text),
		});
	}

	/** The submit key was pressed. */
	protected submit(text: string): void {
		this.onSubmit?.(text);
	}

	/** What stands in the upper edge: the status line. */
	topLine(width: number): string {
		return this.#surroundings?.topLine(width) ?? "";
	}

	get focused(): boolean {
		return this.#editor.focused;
	}

	set focused(isFocused: boolean) {
		this.#editor.focused = isFocused;
	}

	getText(): string {
		return this.#editor.text;
	}

	getLines(): string[] {
		return this.#editor.text.split("\n");
	}

	getCursor(): { line: number; col: number } {
		const { line, column } = this.#editor.caret;
		return { line, col: column };
	}

	setText(text: string): void {
		this.#editor.setText(text);
	}

	getExpandedText(): string {
		return this.#editor.expandedText;
	}

	insertTextAtCursor(text: string): void {
		this.#editor.insertText(text);
	}

	setSurroundings(surroundings: ExtensionEditorSurroundings): void {
		this.#surroundings = surroundings;
	}

	setAutocompleteProvider(provider: ExtensionCompletionProvider): void {
		this.#completions = provider;
	}

	handleInput(data: string): void {
		this.#editor.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#editor.handlePaste(text);
	}

	/** The rows may be changed. */
	render(width: number): string[] {
		return [...this.#editor.render(width)];
	}

	invalidate(): void {
		this.#editor.invalidate();
	}

	dispose(): void {
		this.#editor.dispose();
	}
}
