import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { allActions } from "../keymap/keymap.ts";
import { type Command, notice } from "./command.ts";

export const hotkeysCommand: Command = {
	name: "hotkeys",
	summary: "Show the keys in force and the prefixes",
	group: "system",
	run: async ({ keymap }) => notice([...keyTable(keymap), "", ...prefixTable].join("\n")),
};

const groups: ReadonlyArray<readonly [prefix: string, title: string]> = [
	["app.", "omp"],
	["tui.input.", "Sending"],
	["tui.editor.", "Editing"],
	["tui.select.", "Lists"],
];

/** Every action that has a key, by group; what the user has bound otherwise is shown as they did. */
export function keyTable(keymap: Keymap): string[] {
	return groups.flatMap(([prefix, title], index) => {
		const rows = Object.entries(allActions).flatMap(([action, { summary }]) => {
			const chords = action.startsWith(prefix) ? keymap.chordsFor(action) : [];
			return chords.length === 0 ? [] : [`  ${chords.join(", ").padEnd(28)} ${summary}`];
		});
		return rows.length === 0 ? [] : [...(index === 0 ? [] : [""]), title, ...rows];
	});
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
	).map(([typed, meaning]) => `  ${typed.padEnd(28)} ${meaning}`),
];
