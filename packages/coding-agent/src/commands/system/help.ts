import { atTerminal, type Command, commandGroups } from "../command.ts";
import { notice } from "../outcome.ts";
import { keyTable } from "./hotkeys.ts";

export const helpCommand: Command = {
	name: "help",
	summary: "Show commands and keys",
	group: "system",
	screen: {
		async run({ session, commands }, { keys }) {
			const listed = (await commands.list()).map(atTerminal);
			const files = (await session.fileCommands.list()).filter(({ name }) => !listed.some((one) => one.name === name));
			const prompts = files.map(({ name, description }) => ({ name, summary: description, group: "prompts" }));
			const groups = Object.entries(commandGroups).flatMap(([group, title]) => {
				const rows = [...listed, ...prompts].filter((command) => command.group === group);
				return rows.length === 0 ? [] : [title, ...rows.map(({ name, summary }) => row(name, summary)), ""];
			});
			return notice([...groups, ...keyTable(keys)].join("\n"));
		},
	},
};

function row(name: string, summary: string): string {
	return `  /${name.padEnd(12)} ${summary}`;
}
