import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

export interface DialogContext<Result> {
	readonly theme: Theme;
	readonly keymap: Keymap;
	/** Ends the dialog; `undefined` when it was dismissed. */
	readonly done: (result: Result | undefined) => void;
}

/** A question as a value: `const model = await ask(modelDialog(models))`. */
export interface Dialog<Result> {
	readonly title: string;
	open(context: DialogContext<Result>): Component;
}

export type Ask = <Result>(dialog: Dialog<Result>) => Promise<Result | undefined>;
