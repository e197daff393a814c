import { commandGroups } from "../../../text-commands/text-command.ts";
import type { Command } from "./command.ts";

/** Lists the others, so it is made from their list. */
export function helpCommand(others: readonly Command[]): Command {
	const help: Command = {
		name: "help",
		summary: "Show commands and keys",
		group: "system",
		async run() {
			const listed = [...others, help];
			const commands = Object.entries(commandGroups).flatMap(([group, title]) => {
				const rows = listed.filter((command) => command.group === group);
				if (rows.length === 0) return [];
				return [title, ...rows.map(({ name, summary }) => `  /${name.padEnd(12)} ${summary}`), ""];
			});
			const keys = [
				"enter      Send; while omp works, steer it",
				"esc        Stop what is running",
				"ctrl+o     Show tool results in full",
				"alt+m      Switch model",
				"ctrl+c     Clear the draft; twice to leave",
			];
			return { kind: "notice", level: "info", text: [...commands, "Keys", ...keys].join("\n") };
		},
	};
	return help;
}
