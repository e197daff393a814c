import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";
import type { KeyPort } from "../contract/screen-ports.ts";

export const hotkeysCommand: Command = {
	name: "hotkeys",
	summary: "Show keyboard shortcuts",
	group: "system",
	screen: {
		async run({ session }, { keys }) {
			const extensionKeys = (session.workbench.features.extensionHost?.shortcuts ?? []).map(({ key, description }) => ({
				name: key,
				summary: description,
			}));
			const groups = [
				...keyGroups(keys),
				...(extensionKeys.length > 0 ? [{ title: "Extensions", rows: extensionKeys }] : []),
			];
			const tables = groups.map(({ title, rows }) => table(title, rows));
			return notice(
				[...tables, table("At the start of a prompt", prefixes)].map((rows) => rows.join("\n")).join("\n\n"),
			);
		},
	},
};

const groups: ReadonlyArray<readonly [prefix: string, title: string]> = [
	["app.", "omp"],
	["tui.input.", "Sending"],
	["tui.editor.", "Editing"],
	["tui.select.", "Lists"],
];

interface Row {
	readonly name: string;
	readonly summary: string;
}

/** Every action that has a key, by group; what the user has bound otherwise is shown as they did. */
export function keyGroups({ keymap, actions }: KeyPort["keys"]): Array<{ title: string; rows: Row[] }> {
	return groups.flatMap(([prefix, title]) => {
		const rows = Object.entries(actions).flatMap(([action, { summary }]) => {
			const chords = action.startsWith(prefix) ? keymap.chordsFor(action) : [];
			return chords.length === 0 ? [] : [{ name: chords.join(", "), summary }];
		});
		return rows.length === 0 ? [] : [{ title, rows }];
	});
}

/** What the first characters of a prompt mean. */
export const prefixes: readonly Row[] = [
	{ name: "/command", summary: "A command; see /help" },
	{ name: "!command, !!command", summary: "Run in the shell; with !! the model does not see it" },
	{ name: "$ code, $$ code", summary: "Run Python; with $$ the model does not see it" },
	{ name: "-> text, => text", summary: "Queue for after this turn" },
	{ name: ". or c", summary: "Continue unfinished work" },
	{ name: "@path", summary: "Attach a file, an image or a folder" },
	{ name: "#", summary: "Actions on the prompt" },
	{ name: ":name:", summary: "An emoji" },
];

function table(title: string, rows: readonly Row[]): string[] {
	return [title, ...rows.flatMap(keyRows)];
}

const keyColumns = 28;

/** Keys longer than their column get a row of their own, so that the summaries stay aligned. */
function keyRows({ name, summary }: Row): string[] {
	if (name.length <= keyColumns) return [`  ${name.padEnd(keyColumns)} ${summary}`];
	return [`  ${name}`, `  ${" ".repeat(keyColumns)} ${summary}`];
}
