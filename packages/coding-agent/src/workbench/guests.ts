import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
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
}

export type GuestWidget = (screen: GuestScreen, theme: Theme) => Component;

/** The user, as extensions reach them. Each mode offers what it can. */
export interface GuestUi {
	select(title: string, options: readonly string[], dialog?: GuestDialogOptions): Promise<string | undefined>;
	confirm(title: string, message: string, dialog?: GuestDialogOptions): Promise<boolean>;
	input(title: string, placeholder?: string, dialog?: GuestDialogOptions): Promise<string | undefined>;
	editor(title: string, prefill?: string, dialog?: GuestDialogOptions): Promise<string | undefined>;
	notify(message: string, level?: "info" | "warning" | "error"): void;
	setStatus(key: string, text: string | undefined): void;
	setWidget(
		key: string,
		content: readonly string[] | GuestWidget | undefined,
		options?: { placement?: "aboveEditor" | "belowEditor" },
	): void;
	setTitle(title: string): void;
	setEditorText(text: string): void;
	getEditorText(): string;
	pasteToEditor(text: string): void;
	custom<Result>(
		make: (
			screen: GuestScreen,
			theme: Theme,
			keymap: Keymap,
			done: (result: Result) => void,
		) => Component | Promise<Component>,
	): Promise<Result | undefined>;
	onTerminalInput(listener: (data: string) => { readonly consume?: boolean } | undefined): () => void;
	readonly theme?: Theme;
}

/** A mode that is ready for extensions. */
export interface GuestFront {
	readonly mode: "tui" | "print" | "json" | "rpc";
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
		theme: Theme,
	): Component | undefined;
}

export interface GuestInput {
	readonly text: string;
	readonly images?: readonly ImageContent[] | undefined;
}

/** What extensions brought, as modes and commands see it. */
export interface Guests {
	readonly commands: readonly GuestCommand[];
	readonly shortcuts: readonly GuestShortcut[];
	readonly renderers: readonly GuestRenderer[];
	/** The mode is there: `session_start`. */
	begin(front: GuestFront): Promise<void>;
	/** Loads everything anew, as far as it is trusted now; gives problems for the user. */
	reload(): Promise<readonly string[]>;
	/** Called when commands, shortcuts or renderers are different. */
	onChange(listener: () => void): () => void;
}
