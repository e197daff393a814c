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
			const groups = Object.entries(commandGroups).flatMap(([group, title]) => {
				const rows = listed.filter((command) => command.group === group);
				if (rows.length === 0) return [];
				return [title, ...rows.map(({ name, summary }) => row(name, summary)), ""];
			});
			const files = (await session.fileCommands.list()).filter(({ name }) => !listed.some((one) => one.name === name));
			const prompts =
				files.length === 0 ? [] : ["Prompts", ...files.map((file) => row(file.name, file.description)), ""];
			return notice([...groups, ...prompts, ...keyTable(keys)].join("\n"));
		},
	},
};

function row(name: string, summary: string): string {
	return `  /${name.padEnd(12)} ${summary}`;
}
