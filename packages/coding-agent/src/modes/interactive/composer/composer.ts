import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Editor } from "@oh-my-pi/pi-tui/widgets/editor/editor";
import { commandCompletions } from "./command-completions.ts";
import { firstCompletion } from "./completion-sources.ts";
import { type FileSource, fileCompletions } from "./file-completions.ts";
import type { PromptRecall } from "./prompt-recall.ts";

export interface ComposerOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	/** The status line, which is the editor's top edge. */
	readonly status: (width: number) => string;
	readonly rows: () => number;
	readonly requestRender: () => void;
	readonly recall: PromptRecall;
	readonly files: FileSource;
	/** Nothing has been said yet, so that a word of welcome helps. */
	readonly isFresh: () => boolean;
}

const placeholder = "Ask anything · / commands · @ files · ! shell";

/** Owns the draft: what is being written, and when it is sent. */
export class Composer {
	readonly component: Editor;
	onSubmit: (text: string) => void = () => {};

	constructor(options: ComposerOptions) {
		const { theme, keymap } = options;
		this.component = new Editor({
			theme,
			keymap,
			screenRows: options.rows,
			requestRender: options.requestRender,
			topLine: (width) => options.status(width),
			placeholder: () => (options.isFresh() ? placeholder : ""),
			completions: firstCompletion([commandCompletions, fileCompletions(options.files)]),
			border: () => (this.component.text.startsWith("!") ? theme.bashMode : theme.border),
			history: options.recall,
			onSubmit: (text) => {
				options.recall.add(text);
				this.component.clear();
				this.onSubmit(text);
			},
		});
	}

	get isEmpty(): boolean {
		return this.component.isEmpty;
	}

	get isCompleting(): boolean {
		return this.component.isCompleting;
	}

	get text(): string {
		return this.component.text;
	}

	/** The draft as it would be sent; the editor is empty afterwards. */
	take(): string {
		const text = this.component.expandedText;
		this.component.clear();
		return text;
	}

	clear(): void {
		this.component.clear();
	}

	setText(text: string): void {
		this.component.setText(text);
	}
}
