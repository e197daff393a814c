import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { AtomFinder } from "@oh-my-pi/pi-tui/editing/atoms";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { Editor } from "@oh-my-pi/pi-tui/widgets/editor/editor";
import type { ExtensionEditor } from "../../../workbench/contract/extension-host.ts";
import { userRunLanguage } from "../input/user-run/parse-user-run.ts";
import { Attachments } from "./attachments.ts";
import { PassingHint } from "./passing-hint.ts";
import type { PromptRecall } from "./prompt-recall.ts";

export interface ComposerOptions {
	readonly theme: Theme;
	readonly keymap: Keymap;
	readonly rows: () => number;
	readonly requestRender: () => void;
	readonly maxCompletions: () => number;
	/** Input methods draw below the caret, so the bottom edge stays out of their way. */
	readonly imeSafe: () => boolean;
}

/** What the composer gets from a session; it can be written in before there is one. */
export interface ComposerSession {
	/** The status line, which is the editor's top edge. */
	status(width: number, border: Style): string;
	/** How the editor's edge looks while a prompt is written. */
	border(): Style;
	/** Nothing has been said yet, so that a word of welcome helps. */
	isFresh(): boolean;
	readonly completions: CompletionProvider;
	readonly recall: PromptRecall;
	/** Words that mean more than they say. */
	readonly marks: AtomFinder;
	/** True when a paste is dealt with elsewhere. */
	takePaste(text: string): boolean;
	takeImage(bytes: Uint8Array): void;
	onSubmit(text: string, images: readonly ImageContent[]): void;
	/** Whether drafts that were thrown away can be found again. */
	recallsDrafts(): boolean;
	/** Keeps what is being written for the next time. */
	close(): Promise<void>;
}

const placeholder = "Ask anything · / commands · @ files · ! shell";

/** Owns the draft: what is being written, and when it is sent. */
export class Composer {
	readonly component: Editor;
	#session: ComposerSession | undefined;
	readonly #attachments = new Attachments();
	/** What was sent before anybody could take it. */
	#early: string[] = [];
	/** The editor of an extension, in place of ours. */
	#other: ExtensionEditor | undefined;
	readonly #wraps: Array<(current: CompletionProvider) => CompletionProvider> = [];
	#completions: CompletionProvider;
	readonly #theme: Theme;
	readonly #hint: PassingHint;

	constructor(options: ComposerOptions) {
		const { theme, keymap } = options;
		this.#theme = theme;
		this.#hint = new PassingHint(() => {
			this.component.invalidate();
			options.requestRender();
		});
		this.#completions = { complete: (request) => this.#session?.completions.complete(request) };
		const runColors = { bash: theme.bashMode, python: theme.pythonMode };
		this.component = new Editor({
			theme,
			keymap,
			screenRows: options.rows,
			requestRender: options.requestRender,
			maxCompletions: options.maxCompletions,
			topLine: (width, border) => this.#session?.status(width, border) ?? theme.dim(" starting "),
			placeholder: () => this.#hint.text ?? (this.#session?.isFresh() === false ? "" : placeholder),
			completions: this.completions,
			border: () => {
				const language = userRunLanguage(this.text);
				return language ? runColors[language] : this.#border;
			},
			atoms: this.#attachments.atoms,
			marks: (line) => this.#session?.marks(line) ?? [],
			takePaste: (text) => this.#session?.takePaste(text) ?? false,
			onImage: ({ data }) => this.#session?.takeImage(Buffer.from(data, "base64")),
			ownBottomRow: options.imeSafe,
			history: { entry: (index) => this.#session?.recall.entry(index) },
			onSubmit: (text) => this.#submit(text),
		});
	}

	#submit(text: string): void {
		const images = this.#attachments.imagesIn(text);
		this.clear();
		if (this.#session) this.#send(text, images, this.#session);
		else this.#early.push(text);
	}

	get #border(): Style {
		return this.#session?.border() ?? this.#theme.border;
	}

	/** What is on the screen. */
	get shown(): Component {
		return this.#other ?? this.component;
	}

	/** Lets another editor have the draft, or ours again. */
	useEditor(editor: ExtensionEditor | undefined): void {
		const text = this.#other ? this.text : this.expandedText;
		if (this.#other) {
			this.#other.onSubmit = undefined;
			this.#other.dispose?.();
		}
		this.component.clear();
		this.#other = editor;
		this.setText(text);
		if (!editor) return;
		editor.onSubmit = (sent) => this.#submit(sent);
		editor.setSurroundings?.({
			topLine: (width) => this.#session?.status(width, this.#border) ?? "",
			border: () => this.#border,
			earlier: (index) => this.#session?.recall.entry(index),
		});
	}

	/** Everything that can be completed. */
	readonly completions: CompletionProvider = { complete: (request) => this.#completions.complete(request) };

	/** Changes what is completed; gives the function that ends that. */
	wrapCompletions(wrap: (current: CompletionProvider) => CompletionProvider): () => void {
		const base: CompletionProvider = { complete: (request) => this.#session?.completions.complete(request) };
		const update = () => {
			this.#completions = this.#wraps.reduce((current, next) => next(current), base);
		};
		this.#wraps.push(wrap);
		update();
		return () => {
			const index = this.#wraps.indexOf(wrap);
			if (index >= 0) this.#wraps.splice(index, 1);
			update();
		};
	}

	/** From now on the session takes what is sent, beginning with what was sent already. */
	connect(session: ComposerSession): void {
		this.#session = session;
		this.component.invalidate();
		for (const text of this.#early.splice(0)) this.#send(text, [], session);
	}

	#send(text: string, images: readonly ImageContent[], session: ComposerSession): void {
		session.recall.add(text);
		session.onSubmit(text, images);
	}

	get isEmpty(): boolean {
		return this.#other ? this.#other.getText() === "" : this.component.isEmpty;
	}

	get isCompleting(): boolean {
		return this.component.isCompleting;
	}

	get text(): string {
		return this.#other ? this.#other.getText() : this.component.text;
	}

	/** The draft as it would be sent; the editor is empty afterwards, and the up key finds it. */
	take(): string {
		const text = this.#takeOut();
		this.#session?.recall.add(text);
		return text;
	}

	#takeOut(): string {
		const text = this.expandedText;
		this.clear();
		return text;
	}

	/** Throws the draft away; the up key still finds it, unless the user does not want that. */
	discard(): void {
		const text = this.#takeOut();
		if (this.#session?.recallsDrafts()) this.#session.recall.add(text);
	}

	/** A few words where the next prompt will be, for a moment; they never join the transcript. */
	showHint(text: string, forMs: number): void {
		this.#hint.show(text, forMs);
	}

	/** The images whose markers are in the draft. */
	get images(): readonly ImageContent[] {
		return this.#attachments.imagesIn(this.text);
	}

	get expandedText(): string {
		const other = this.#other;
		return other ? (other.getExpandedText?.() ?? other.getText()) : this.component.expandedText;
	}

	get line(): string {
		return this.#other ? (this.#other.getText().split("\n").at(-1) ?? "") : this.component.caretLine;
	}

	insert(text: string): void {
		const other = this.#other;
		if (!other) this.component.insertText(text);
		else if (other.insertTextAtCursor) other.insertTextAtCursor(text);
		else other.setText(other.getText() + text);
	}

	paste(text: string, lineCount?: number): void {
		if (this.#other) this.insert(text);
		else this.component.insertPaste(text, lineCount);
	}

	attach(image: ImageContent, size: { readonly width: number; readonly height: number }): void {
		this.insert(this.#attachments.add(image, size));
	}

	/** A key that was meant for the draft while something else has the focus. */
	handleInput(data: string): void {
		this.shown.handleInput?.(data);
	}

	perform(action: string): void {
		this.component.perform(action);
	}

	moveCaret(to: "start" | "end"): void {
		this.component.moveCaret(to);
	}

	clear(): void {
		this.#other?.setText("");
		this.component.clear();
		this.#attachments.clear();
	}

	setText(text: string): void {
		(this.#other ?? this.component).setText(text);
	}
}
