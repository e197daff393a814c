import type { Dialog } from "../contract/dialog.ts";
import { selectDialog } from "../select-dialog.ts";

export interface AccountChoice {
	readonly id: number;
	readonly provider: string;
	/** `stored key`, or whose login it is. */
	readonly label: string;
}

/** Chooses a stored key or login; resolves with its id. */
export function accountDialog(accounts: readonly AccountChoice[]): Dialog<number> {
	return selectDialog({
		title: "Log out",
		items: accounts.map(({ id, provider, label }) => ({ value: id, label: provider, description: label })),
		emptyText: "No such account",
	});
}
