import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog } from "./dialog.ts";

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
	return {
		title: "Log in",
		open: ({ theme, keymap, done }) =>
			new SelectList({
				items: choices.map(({ id, name, ways, source }) => ({
					value: id,
					label: `${theme.symbol(source === undefined ? "radio.off" : "radio.on")} ${id}`,
					description: source === undefined ? `${name} · ${ways}` : `${name} · ${ways} · has ${source}`,
				})),
				theme,
				keymap,
				filterable: true,
				emptyText: "No such provider",
				onSelect: done,
				onCancel: () => done(undefined),
			}),
	};
}
