import { type HelpTab, helpDialog } from "../../dialogs/help-dialog.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { atTerminal, type Command, commandGroups } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";
import { keyGroups, prefixes } from "./hotkeys.ts";

export const helpCommand: Command = {
	name: "help",
	summary: "Show commands and keyboard shortcuts",
	group: "system",
	async run({ session, commands }) {
		const usable = (await commands.list()).filter(({ run }) => run !== undefined);
		const files = await freePrompts(session, usable);
		const groups = Object.entries(commandGroups).flatMap(([group, title]) => {
			const rows = [...usable.filter((command) => command.group === group), ...(group === "prompts" ? files : [])];
			if (rows.length === 0) return [];
			return [[title, ...rows.map(({ name, hint, summary }) => `  ${call(name, hint)}  ${summary}`)].join("\n")];
		});
		return notice(groups.join("\n\n"));
	},
	screen: {
		async run({ session, commands }, { keys, ask, draft }) {
			const listed = (await commands.list()).map(atTerminal);
			const prompts = await freePrompts(session, listed);
			const groups = Object.entries(commandGroups).map(([group, title]): HelpTab => {
				const rows = [...listed, ...prompts].filter((command) => command.group === group);
				return {
					title,
					rows: rows.map(({ name, summary }) => ({ name: `/${name}`, summary, insert: `/${name} ` })),
				};
			});
			const keyTabs = keyGroups(keys).map(({ title, rows }) => ({ title: `Keys: ${title}`, rows }));
			const tabs = [...groups, ...keyTabs, { title: "Prefixes", rows: prefixes }];
			const chosen = await ask(helpDialog(tabs.filter(({ rows }) => rows.length > 0)));
			if (chosen !== undefined && draft.isEmpty) draft.setText(chosen);
			return { kind: "done" };
		},
	},
};

/** Prompts in files whose names no command has. */
async function freePrompts({ fileCommands }: OpenedConversation, taken: readonly Command[]) {
	const files = (await fileCommands.list()).filter(({ name }) => !taken.some((one) => one.name === name));
	return files.map(({ name, description, hint }) => ({ name, hint, summary: description, group: "prompts" }));
}

function call(name: string, hint: string | undefined): string {
	return `/${name}${hint === undefined ? "" : ` ${hint}`}`.padEnd(32);
}
