import type { Command } from "./command.ts";

/** Lists the others, so it is made from their list. */
export function helpCommand(others: readonly Command[]): Command {
	const help: Command = {
		name: "help",
		summary: "Show commands and keys",
		async run() {
			const commands = [...others, help].map(({ name, summary }) => `/${name.padEnd(10)} ${summary}`);
			const keys = [
				"enter      Send; while omp works, steer it",
				"esc        Stop what is running",
				"ctrl+o     Show tool results in full",
				"alt+m      Switch model",
				"ctrl+c     Clear the draft; twice to leave",
			];
			return { kind: "notice", level: "info", text: ["Commands", ...commands, "", "Keys", ...keys].join("\n") };
		},
	};
	return help;
}
