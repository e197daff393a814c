import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

export interface DialogContext<Result> {
	readonly theme: Theme;
	readonly keymap: Keymap;
	/** How many rows the terminal has. */
	readonly rows: () => number;
	readonly requestRender: () => void;
	/** The keys are named around the dialog already. */
	readonly hidesHints?: true;
	/** Ends the dialog; `undefined` when it was dismissed. */
	readonly done: (result: Result | undefined) => void;
}

/** A question as a value: `const model = await ask(modelDialog(models))`. */
export interface Dialog<Result> {
	readonly title: string;
	/** Most stand in place of the editor. One that fills the screen draws its own title. */
	readonly fillsScreen?: true;
	/** It lies over the lower part of the window, in its whole width, and draws its own title. */
	readonly overlays?: true;
	/** Its heading is part of what it draws. */
	readonly drawsTitle?: true;
	/** It opens while the user may be typing: until no key came for a moment, keys go to the draft. */
	readonly opensUnasked?: true;
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
