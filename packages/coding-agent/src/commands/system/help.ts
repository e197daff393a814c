import { type HelpTab, helpDialog } from "../../dialogs/help-dialog.ts";
import { atTerminal, type Command, commandGroups } from "../contract/command.ts";
import { keyGroups, prefixes } from "./hotkeys.ts";

export const helpCommand: Command = {
	name: "help",
	summary: "Show commands and keyboard shortcuts",
	group: "system",
	screen: {
		async run({ session, commands }, { keys, ask, draft }) {
			const listed = (await commands.list()).map(atTerminal);
			const files = (await session.fileCommands.list()).filter(({ name }) => !listed.some((one) => one.name === name));
			const prompts = files.map(({ name, description }) => ({ name, summary: description, group: "prompts" }));
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
