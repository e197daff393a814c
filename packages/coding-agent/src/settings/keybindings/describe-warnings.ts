import type { ActionTable, KeymapWarning } from "@oh-my-pi/pi-tui/input/keymap";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { type Keybindings, placeIn } from "./load-keybindings.ts";

/** Keymap warnings as messages with file and line. */
export function describeWarnings(
	warnings: readonly KeymapWarning[],
	keybindings: Keybindings,
	actions: ActionTable,
): Promise<string[]> {
	return Promise.all(warnings.map((warning) => describe(warning, keybindings, actions)));
}

async function describe(warning: KeymapWarning, keybindings: Keybindings, actions: ActionTable): Promise<string> {
	switch (warning.kind) {
		case "unknown-action": {
			const [close] = nearest(warning.action, Object.keys(actions));
			const hint = close ? `; did you mean ${close}?` : "";
			return `${await place(warning.action, keybindings)}: unknown action ${warning.action}${hint}`;
		}
		case "bad-chord":
			return `${await place(warning.action, keybindings)}: there is no key "${warning.chord}" for ${warning.action}`;
		case "conflict": {
			const last = warning.actions.at(-1) ?? "";
			return `${await place(last, keybindings)}: ${warning.chord} is bound to ${warning.actions.join(" and ")}`;
		}
	}
}

async function place(action: string, { sources }: Keybindings): Promise<string> {
	const source = sources.get(action);
	return source ? placeIn(source.file, source.writtenAs) : "keybindings";
}
