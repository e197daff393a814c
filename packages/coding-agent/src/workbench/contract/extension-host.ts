import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { OverlayOptions } from "@oh-my-pi/pi-tui/screen/frame/overlay-layout";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

export interface ExtensionDialogOptions {
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds, then the answer is the default. */
	readonly timeout?: number | undefined;
}

/** What a component of an extension is given of the screen. */
export interface ExtensionScreen {
	readonly requestRender: () => void;
	readonly terminal: { readonly columns: number; readonly rows: number };
	/** Shows a component over everything else, until it is hidden. It gets the keys. */
	showOverlay(component: Component, options?: OverlayOptions): ExtensionOverlay;
	/** Leaves the terminal to a program that runs until `start`. */
	stop(): void;
	start(): void;
}

export interface ExtensionOverlay {
	hide(): void;
	/** For a while. */
	setHidden(isHidden: boolean): void;
	isHidden(): boolean;
}

export type ExtensionWidget = (screen: ExtensionScreen, theme: ExtensionTheme) => Component;

/** What a footer may want to say. */
export interface ExtensionFooterFacts {
	/** `null` outside of a repository. */
	getGitBranch(): string | null;
	/** The status texts of all extensions, by key. */
	getExtensionStatuses(): ReadonlyMap<string, string>;
	/** Gives the function that ends it. */
	onBranchChange(listener: () => void): () => void;
}

export type ExtensionFooter = (
	screen: ExtensionScreen,
	theme: ExtensionTheme,
	facts: ExtensionFooterFacts,
) => Component;

/** A theme that can also be asked by the name of a color, as `theme.fg("accent", text)`. */
export type ExtensionTheme = Theme & {
	fg(token: string, text: string): string;
	bg(token: string, text: string): string;
};

/** An editor in place of omp's. The host sets what begins with `on`. */
export interface ExtensionEditor extends Component {
	getText(): string;
	setText(text: string): void;
	/** With large pastes put in. */
	getExpandedText?(): string;
	/** At the caret; without it the text goes to the end. */
	insertTextAtCursor?(text: string): void;
	setAutocompleteProvider?(provider: ExtensionCompletionProvider): void;
	/** What omp's own editor has, for one that uses it. */
	setSurroundings?(surroundings: ExtensionEditorSurroundings): void;
	onSubmit?: ((text: string) => void) | undefined;
	onChange?: ((text: string) => void) | undefined;
}

export interface ExtensionEditorSurroundings {
	/** The status line, which is the upper edge. */
	topLine(width: number): string;
	/** The style of the edge. */
	border(): (text: string) => string;
	/** Earlier prompts, the last one first. */
	earlier(index: number): string | undefined;
}

export type ExtensionEditorFactory = (
	screen: ExtensionScreen,
	theme: ExtensionTheme,
	keymap: Keymap,
) => ExtensionEditor;

export interface ExtensionCompletion {
	readonly value: string;
	readonly label?: string;
	readonly description?: string;
}

/** Completions of the editor; an extension wraps those that are there. */
export interface ExtensionCompletionProvider {
	getSuggestions(
		lines: readonly string[],
		cursorLine: number,
		cursorCol: number,
		options?: { readonly signal?: AbortSignal; readonly force?: boolean },
	): ExtensionSuggestions | null | undefined | Promise<ExtensionSuggestions | null | undefined>;
	/** The text with a completion in it; unless given, `prefix` before the caret is replaced. */
	applyCompletion?(
		lines: readonly string[],
		cursorLine: number,
		cursorCol: number,
		item: ExtensionCompletion,
		prefix: string,
	): { readonly lines: readonly string[]; readonly cursorLine: number; readonly cursorCol: number };
}

export interface ExtensionSuggestions {
	readonly items: readonly ExtensionCompletion[];
	/** What the items replace, right before the caret. */
	readonly prefix: string;
}

/** The user, as extensions reach them. Each mode offers what it can. */
export interface ExtensionUi {
	select(title: string, options: readonly string[], dialog?: ExtensionDialogOptions): Promise<string | undefined>;
	confirm(title: string, message: string, dialog?: ExtensionDialogOptions): Promise<boolean>;
	input(title: string, placeholder?: string, dialog?: ExtensionDialogOptions): Promise<string | undefined>;
	/** Several lines. Enter begins a new one, unless `promptStyle` makes it submit. */
	editor(
		title: string,
		prefill?: string,
		dialog?: ExtensionDialogOptions,
		style?: { readonly promptStyle?: boolean },
	): Promise<string | undefined>;
	notify(message: string, level?: "info" | "warning" | "error"): void;
	setStatus(key: string, text: string | undefined): void;
	setWidget(
		key: string,
		content: readonly string[] | ExtensionWidget | undefined,
		options?: { placement?: "aboveEditor" | "belowEditor" },
	): void;
	/** Said while the model works; nothing for the usual words. */
	setWorkingMessage(message?: string): void;
	setTitle(title: string): void;
	/** Below everything. */
	setFooter(make: ExtensionFooter | undefined): void;
	/** Right below the transcript. */
	setHeader(make: ExtensionWidget | undefined): void;
	setEditorText(text: string): void;
	getEditorText(): string;
	pasteToEditor(text: string): void;
	/** Another editor in place of omp's; `undefined` brings that back. */
	setEditorComponent(make: ExtensionEditorFactory | undefined): void;
	/** Gives the function that removes it again. */
	addAutocompleteProvider(wrap: (current: ExtensionCompletionProvider) => ExtensionCompletionProvider): () => void;
	custom<Result>(
		make: (
			screen: ExtensionScreen,
			theme: ExtensionTheme,
			keymap: Keymap,
			done: (result: Result) => void,
		) => Component | Promise<Component>,
		options?: { readonly overlay?: boolean },
	): Promise<Result | undefined>;
	onTerminalInput(listener: (data: string) => { readonly consume?: boolean } | undefined): () => void;
	readonly theme: ExtensionTheme;
	getAllThemes(): ReadonlyArray<{ readonly name: string; readonly path?: string }>;
	getTheme(name: string): ExtensionTheme | undefined;
	/** Until omp ends; the user's own choice stays what it is. `undefined` goes back to that. */
	setTheme(theme: string | Theme | undefined): Promise<{ readonly success: boolean; readonly error?: string }>;
	getToolsExpanded(): boolean;
	setToolsExpanded(isExpanded: boolean): void;
}

/** Files and folders that extensions add to those that are found. Absolute. */
export interface ExtensionResources {
	readonly skills: readonly string[];
	readonly prompts: readonly string[];
	readonly themes: readonly string[];
}

/** A mode that is ready for extensions. */
export interface ExtensionFrontEnd {
	readonly mode: "tui" | "print" | "json" | "rpc" | "acp";
	/** Absent where nobody can be asked. */
	readonly ui?: ExtensionUi;
	/** Instead of a notice. */
	readonly onError?: (failure: ExtensionFailure) => void;
	/** Ends omp, at a moment that is safe. */
	readonly quit?: () => void;
}

export interface ExtensionFailure {
	readonly extensionPath: string;
	readonly event: string;
	readonly error: string;
}

export interface ExtensionCommand {
	readonly name: string;
	readonly description: string;
	complete?(typed: string): Promise<ReadonlyArray<{ readonly name: string; readonly summary?: string }>>;
	/** A command of its own file: a text that it gives goes on as the prompt. */
	readonly source?: "custom";
	run(args: string): Promise<unknown>;
}

export interface ExtensionShortcut {
	/** Such as `ctrl+x`. */
	readonly key: string;
	readonly description: string;
	run(): Promise<unknown>;
}

export interface ExtensionRenderer {
	readonly customType: string;
	/** `undefined` for the usual look. */
	render(
		message: { readonly customType: string; readonly content: string; readonly details?: unknown },
		options: { readonly expanded: boolean },
		theme: ExtensionTheme,
	): Component | undefined;
}

/** How a thought of the model is drawn; `undefined` for the usual look. */
export type ExtensionThinkingRenderer = (
	thought: {
		readonly text: string;
		readonly contentIndex: number;
		/** Among the thoughts of the message. */
		readonly thinkingIndex: number;
		readonly requestRender: () => void;
	},
	theme: ExtensionTheme,
) => Component | undefined;

/** What extensions brought, as modes and commands see it. */
export interface ExtensionHost {
	readonly commands: readonly ExtensionCommand[];
	readonly shortcuts: readonly ExtensionShortcut[];
	readonly renderers: readonly ExtensionRenderer[];
	/** The last registered one, if there is any. */
	readonly thinkingRenderer: ExtensionThinkingRenderer | undefined;
	/** The mode is there: `session_start`. */
	begin(front: ExtensionFrontEnd): Promise<void>;
	/** Loads everything anew, as far as it is trusted now; gives problems for the user. */
	reload(): Promise<readonly string[]>;
	/** Tells those who listen on a channel of their event bus. */
	tell?(channel: string, data: unknown): void;
	/** Resolves when what extensions have sent to the model by themselves, and the runs that it began, has ended. */
	settled(): Promise<void>;
	/** Called when commands, shortcuts or renderers are different. */
	onChange(listener: () => void): () => void;
}
