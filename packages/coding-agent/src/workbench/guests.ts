import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { OverlayOptions } from "@oh-my-pi/pi-tui/screen/overlay-layout";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

export interface GuestDialogOptions {
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds, then the answer is the default. */
	readonly timeout?: number | undefined;
}

/** What a component of an extension is given of the screen. */
export interface GuestScreen {
	readonly requestRender: () => void;
	readonly terminal: { readonly columns: number; readonly rows: number };
	/** Shows a component over everything else, until it is hidden. It gets the keys. */
	showOverlay(component: Component, options?: OverlayOptions): GuestOverlay;
	/** Leaves the terminal to a program that runs until `start`. */
	stop(): void;
	start(): void;
}

export interface GuestOverlay {
	hide(): void;
	/** For a while. */
	setHidden(isHidden: boolean): void;
	isHidden(): boolean;
}

export type GuestWidget = (screen: GuestScreen, theme: GuestTheme) => Component;

/** What a footer may want to say. */
export interface GuestFooterFacts {
	/** `null` outside of a repository. */
	getGitBranch(): string | null;
	/** The status texts of all extensions, by key. */
	getExtensionStatuses(): ReadonlyMap<string, string>;
	/** Gives the function that ends it. */
	onBranchChange(listener: () => void): () => void;
}

export type GuestFooter = (screen: GuestScreen, theme: GuestTheme, facts: GuestFooterFacts) => Component;

/** A theme that can also be asked by the name of a color, as `theme.fg("accent", text)`. */
export type GuestTheme = Theme & {
	fg(token: string, text: string): string;
	bg(token: string, text: string): string;
};

/** An editor in place of omp's. The host sets what begins with `on`. */
export interface GuestEditor extends Component {
	getText(): string;
	setText(text: string): void;
	/** With large pastes put in. */
	getExpandedText?(): string;
	/** At the caret; without it the text goes to the end. */
	insertTextAtCursor?(text: string): void;
	setAutocompleteProvider?(provider: GuestCompletions): void;
	/** What omp's own editor has, for one that uses it. */
	setSurroundings?(given: GuestEditorSurroundings): void;
	onSubmit?: ((text: string) => void) | undefined;
	onChange?: ((text: string) => void) | undefined;
}

export interface GuestEditorSurroundings {
	/** The status line, which is the upper edge. */
	topLine(width: number): string;
	/** The style of the edge. */
	border(): (text: string) => string;
	/** Earlier prompts, the last one first. */
	earlier(index: number): string | undefined;
}

export type GuestEditorFactory = (screen: GuestScreen, theme: GuestTheme, keymap: Keymap) => GuestEditor;

export interface GuestCompletion {
	readonly value: string;
	readonly label?: string;
	readonly description?: string;
}

/** Completions of the editor; an extension wraps those that are there. */
export interface GuestCompletions {
	getSuggestions(
		lines: readonly string[],
		cursorLine: number,
		cursorCol: number,
		options?: { readonly signal?: AbortSignal; readonly force?: boolean },
	): GuestSuggestions | null | undefined | Promise<GuestSuggestions | null | undefined>;
	/** The text with a completion in it; unless given, `prefix` before the caret is replaced. */
	applyCompletion?(
		lines: readonly string[],
		cursorLine: number,
		cursorCol: number,
		item: GuestCompletion,
		prefix: string,
	): { readonly lines: readonly string[]; readonly cursorLine: number; readonly cursorCol: number };
}

export interface GuestSuggestions {
	readonly items: readonly GuestCompletion[];
	/** What the items replace, right before the caret. */
	readonly prefix: string;
}

/** The user, as extensions reach them. Each mode offers what it can. */
export interface GuestUi {
	select(title: string, options: readonly string[], dialog?: GuestDialogOptions): Promise<string | undefined>;
	confirm(title: string, message: string, dialog?: GuestDialogOptions): Promise<boolean>;
	input(title: string, placeholder?: string, dialog?: GuestDialogOptions): Promise<string | undefined>;
	/** Several lines. Enter begins a new one, unless `promptStyle` makes it submit. */
	editor(
		title: string,
		prefill?: string,
		dialog?: GuestDialogOptions,
		style?: { readonly promptStyle?: boolean },
	): Promise<string | undefined>;
	notify(message: string, level?: "info" | "warning" | "error"): void;
	setStatus(key: string, text: string | undefined): void;
	setWidget(
		key: string,
		content: readonly string[] | GuestWidget | undefined,
		options?: { placement?: "aboveEditor" | "belowEditor" },
	): void;
	/** Said while the model works; nothing for the usual words. */
	setWorkingMessage(message?: string): void;
	setTitle(title: string): void;
	/** Below everything. */
	setFooter(make: GuestFooter | undefined): void;
	/** Right below the transcript. */
	setHeader(make: GuestWidget | undefined): void;
	setEditorText(text: string): void;
	getEditorText(): string;
	pasteToEditor(text: string): void;
	/** Another editor in place of omp's; `undefined` brings that back. */
	setEditorComponent(make: GuestEditorFactory | undefined): void;
	/** Gives the function that removes it again. */
	addAutocompleteProvider(wrap: (current: GuestCompletions) => GuestCompletions): () => void;
	custom<Result>(
		make: (
			screen: GuestScreen,
			theme: GuestTheme,
			keymap: Keymap,
			done: (result: Result) => void,
		) => Component | Promise<Component>,
		options?: { readonly overlay?: boolean },
	): Promise<Result | undefined>;
	onTerminalInput(listener: (data: string) => { readonly consume?: boolean } | undefined): () => void;
	readonly theme: GuestTheme;
	getAllThemes(): ReadonlyArray<{ readonly name: string; readonly path?: string }>;
	getTheme(name: string): GuestTheme | undefined;
	/** Until omp ends; the user's own choice stays what it is. `undefined` goes back to that. */
	setTheme(theme: string | Theme | undefined): Promise<{ readonly success: boolean; readonly error?: string }>;
	getToolsExpanded(): boolean;
	setToolsExpanded(isExpanded: boolean): void;
}

/** Files and folders that extensions add to those that are found. Absolute. */
export interface GuestResources {
	readonly skills: readonly string[];
	readonly prompts: readonly string[];
	readonly themes: readonly string[];
}

/** A mode that is ready for extensions. */
export interface GuestFront {
	readonly mode: "tui" | "print" | "json" | "rpc" | "acp";
	/** Absent where nobody can be asked. */
	readonly ui?: GuestUi;
	/** Instead of a notice. */
	readonly onError?: (failure: GuestFailure) => void;
	/** Ends omp, at a moment that is safe. */
	readonly quit?: () => void;
}

export interface GuestFailure {
	readonly extensionPath: string;
	readonly event: string;
	readonly error: string;
}

export interface GuestCommand {
	readonly name: string;
	readonly description: string;
	complete?(typed: string): Promise<ReadonlyArray<{ readonly name: string; readonly summary?: string }>>;
	/** A command of its own file: a text that it gives goes on as the prompt. */
	readonly source?: "custom";
	run(args: string): Promise<unknown>;
}

export interface GuestShortcut {
	/** Such as `ctrl+x`. */
	readonly key: string;
	readonly description: string;
	run(): Promise<unknown>;
}

export interface GuestRenderer {
	readonly customType: string;
	/** `undefined` for the usual look. */
	render(
		message: { readonly customType: string; readonly content: string; readonly details?: unknown },
		options: { readonly expanded: boolean },
		theme: GuestTheme,
	): Component | undefined;
}

/** How a thought of the model is drawn; `undefined` for the usual look. */
export type GuestThinkingRenderer = (
	thought: {
		readonly text: string;
		readonly contentIndex: number;
		/** Among the thoughts of the message. */
		readonly thinkingIndex: number;
		readonly requestRender: () => void;
	},
	theme: GuestTheme,
) => Component | undefined;

export interface GuestInput {
	readonly text: string;
	readonly images?: readonly ImageContent[] | undefined;
}

/** What extensions brought, as modes and commands see it. */
export interface Guests {
	readonly commands: readonly GuestCommand[];
	readonly shortcuts: readonly GuestShortcut[];
	readonly renderers: readonly GuestRenderer[];
	/** The last registered one, if there is any. */
	readonly thinkingRenderer: GuestThinkingRenderer | undefined;
	/** The mode is there: `session_start`. */
	begin(front: GuestFront): Promise<void>;
	/** Loads everything anew, as far as it is trusted now; gives problems for the user. */
	reload(): Promise<readonly string[]>;
	/** Tells those who listen on a channel of their event bus. */
	tell?(channel: string, data: unknown): void;
	/** Called when commands, shortcuts or renderers are different. */
	onChange(listener: () => void): () => void;
}
