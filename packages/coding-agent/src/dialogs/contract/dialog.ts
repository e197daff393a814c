import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

export interface DialogContext<Result> {
	readonly theme: Theme;
	readonly keymap: Keymap;
	/** Colors code, where colors are. */
	readonly highlight?: Highlighter;
	/** How many rows the terminal has. */
	readonly rows: () => number;
	readonly requestRender: () => void;
	/** The keys are named around the dialog already. */
	readonly hidesHints?: true;
	/** Says what printable keys do here; a dialog that opened by itself gets no others. */
	readonly useKeys?: (use: KeyUse) => void;
	/** What the user typed at this dialog, which went to the draft. */
	readonly typed?: TypedText;
	/** Ends the dialog; `undefined` when it was dismissed. */
	readonly done: (result: Result | undefined) => void;
}

export interface KeyUse {
	/** Typing goes to a field of the dialog. */
	readonly isField?: () => boolean;
	/** Whether a printable key does something by itself. */
	readonly isShortcut?: (data: string) => boolean;
}

export interface TypedText {
	/** Takes it out of the draft. */
	take(): string;
	giveBack(text: string): void;
}

/** All dialogs that open by themselves. */
export const unaskedDialogs = [
	"approval",
	"question",
	"plan-review",
	"mcp-choice",
	"mcp-text",
	"login",
	"console",
	"extension-choice",
	"extension-confirm",
	"extension-text",
	"extension-editor",
	"extension-custom",
	"trust",
	"setup",
	"move-session",
	"late-confirm",
] as const;
export type UnaskedDialog = (typeof unaskedDialogs)[number];

/** A question as a value: `const model = await ask(modelDialog(models))`. */
export interface Dialog<Result> {
	readonly title: string;
	/** Most stand in place of the editor. One that fills the screen draws its own title. */
	readonly fillsScreen?: true;
	/** It lies over the lower part of the window, in its whole width, and draws its own title. */
	readonly overlays?: true;
	/** Its heading is part of what it draws. */
	readonly drawsTitle?: true;
	/** It opens while the user may be typing, so that typing must not answer it. */
	readonly opensUnasked?: UnaskedDialog;
	/** It follows what the user just did, so that the next key is for it unless they have begun to type. */
	readonly isAwaited?: true;
	/** What Enter does, for whoever names the keys around it; `choose` unless said otherwise. */
	readonly enter?: string;
	/** What Esc does, for whoever names the keys around it. */
	readonly escape?: string;
	/** It only shows something: a question opens in front of it instead of waiting for its end. */
	readonly staysBehind?: true;
	open(context: DialogContext<Result>): Component;
	/** The same question where there is no screen, only lines: numbered choices and fields. */
	plain(lines: PlainLines): Promise<Result | undefined>;
}

export interface PlainChoice<Value> {
	readonly value: Value;
	readonly label: string;
	readonly description?: string;
}

/** How things are asked line by line. An empty answer dismisses, and so does `signal`. */
export interface PlainLines {
	say(text: string): void;
	choose<Value>(
		title: string,
		choices: ReadonlyArray<PlainChoice<Value>>,
		options?: { readonly signal?: AbortSignal },
	): Promise<Value | undefined>;
	enter(
		question: string,
		options?: { readonly secret?: boolean; readonly signal?: AbortSignal },
	): Promise<string | undefined>;
}

export type Ask = <Result>(dialog: Dialog<Result>) => Promise<Result | undefined>;
