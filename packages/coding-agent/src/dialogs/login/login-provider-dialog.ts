import type { Dialog } from "../contract/dialog.ts";
import { selectDialog } from "../select-dialog.ts";

export interface LoginChoice {
	readonly id: string;
	readonly name: string;
	/** What it takes: a key, an account. */
	readonly ways: string;
	/** Where a credential comes from now. */
	readonly source?: string;
}

/** Chooses the provider to log in to; resolves with its id. */
export function loginProviderDialog(choices: readonly LoginChoice[]): Dialog<string> {
	return selectDialog({
		title: "Log in",
		items: choices.map(({ id, name, ways, source }) => ({
			value: id,
			label: `${source === undefined ? "○" : "●"} ${id}`,
			description: source === undefined ? `${name} · ${ways}` : `${name} · ${ways} · has ${source}`,
		})),
		emptyText: "No such provider",
	});
}
