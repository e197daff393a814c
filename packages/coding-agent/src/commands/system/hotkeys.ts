import type { Command } from "../command.ts";
import { notice } from "../outcome.ts";
import type { KeyPort } from "../screen-ports.ts";

export const hotkeysCommand: Command = {
	name: "hotkeys",
	summary: "Show the keys in force and the prefixes",
	group: "system",
	screen: { run: async (_call, { keys }) => notice([...keyTable(keys), "", ...prefixTable].join("\n")) },
};

const groups: ReadonlyArray<readonly [prefix: string, title: string]> = [
	["app.", "omp"],
	["tui.input.", "Sending"],
	["tui.editor.", "Editing"],
	["tui.select.", "Lists"],
];

/** Every action that has a key, by group; what the user has bound otherwise is shown as they did. */
export function keyTable({ keymap, actions }: KeyPort["keys"]): string[] {
	return groups.flatMap(([prefix, title], index) => {
		const rows = Object.entries(actions).flatMap(([action, { summary }]) => {
			const chords = action.startsWith(prefix) ? keymap.chordsFor(action) : [];
			return chords.length === 0 ? [] : keyRows(chords.join(", "), summary);
		});
		return rows.length === 0 ? [] : [...(index === 0 ? [] : [""]), title, ...rows];
	});
}

const keyColumns = 28;

/** Keys that are longer than their column have a row of their own, so that what they do stays in its column. */
function keyRows(keys: string, meaning: string): string[] {
	if (keys.length <= keyColumns) return [`  ${keys.padEnd(keyColumns)} ${meaning}`];
	return [`  ${keys}`, `  ${" ".repeat(keyColumns)} ${meaning}`];
}

const prefixTable = [
	"At the start of a prompt",
	...(
		[
			["/command", "A command; see /help"],
			["!command, !!command", "Run in the shell; with !! the model does not see it"],
			["$ code, $$ code", "Run Python; with $$ the model does not see it"],
			["-> text, => text", "Say it once omp would stop"],
			[". or c", "Go on with what is unfinished"],
			["@path", "Attach a file, an image or a folder"],
			["#", "What can be done with the prompt"],
			[":name:", "An emoji"],
		] as const
	).flatMap(([typed, meaning]) => keyRows(typed, meaning)),
];
