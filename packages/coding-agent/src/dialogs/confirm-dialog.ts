import { choiceDialog } from "./choice-dialog.ts";
import type { Dialog } from "./contract/dialog.ts";

export interface ConfirmDialogOptions {
	readonly title: string;
	readonly question: string;
	/** What doing it is called. */
	readonly yes: string;
	/** What leaving it is called; `Cancel` unless said. */
	readonly no?: string;
	/** It cannot be taken back: the cursor begins on the safe choice. */
	readonly isDestructive?: boolean;
}

/** Asks whether to go ahead; dismissing it does not. */
export function confirmDialog(options: ConfirmDialogOptions): Dialog<boolean> {
	const { title, question } = options;
	return choiceDialog({ title, question, choices: confirmChoices(options) });
}

/** The safe choice comes first when the other cannot be taken back. */
function confirmChoices({ yes, no = "Cancel", isDestructive }: ConfirmDialogOptions) {
	const choices = [
		{ value: true, label: yes },
		{ value: false, label: no },
	];
	return isDestructive ? choices.reverse() : choices;
}
