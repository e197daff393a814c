import { commandGroups } from "../../../text-commands/text-command.ts";
import type { Command } from "./command.ts";
import { keyTable } from "./hotkeys.ts";

/** Lists the others, so it is made from their list. */
export function helpCommand(others: readonly Command[]): Command {
	const help: Command = {
		name: "help",
		summary: "Show commands and keys",
		group: "system",
		async run({ keymap, session }) {
			const listed = [...others, help];
			const commands = Object.entries(commandGroups).flatMap(([group, title]) => {
				const rows = listed.filter((command) => command.group === group);
				if (rows.length === 0) return [];
				return [title, ...rows.map(({ name, summary }) => row(name, summary)), ""];
			});
			const files = (await session.fileCommands.list()).filter(({ name }) => !listed.some((one) => one.name === name));
			const prompts =
				files.length === 0 ? [] : ["Prompts", ...files.map((file) => row(file.name, file.description)), ""];
			return { kind: "notice", level: "info", text: [...commands, ...prompts, ...keyTable(keymap)].join("\n") };
		},
	};
	return help;
}

function row(name: string, summary: string): string {
	return `  /${name.padEnd(12)} ${summary}`;
}
