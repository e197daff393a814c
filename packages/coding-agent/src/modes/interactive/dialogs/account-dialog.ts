import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog } from "./dialog.ts";

export interface AccountChoice {
	readonly id: number;
	readonly provider: string;
	/** `stored key`, or whose login it is. */
	readonly label: string;
}

/** Chooses a stored key or login; resolves with its id. */
export function accountDialog(accounts: readonly AccountChoice[]): Dialog<number> {
	return {
		title: "Log out",
		open: ({ theme, keymap, done }) =>
			new SelectList({
				items: accounts.map(({ id, provider, label }) => ({ value: id, label: provider, description: label })),
				theme,
				keymap,
				filterable: true,
				emptyText: "No such account",
				onSelect: done,
				onCancel: () => done(undefined),
			}),
	};
}
