import { unknown } from "../expand/expand-word.ts";
import type { ShellState } from "../expand/shell-state.ts";
import type { FoundCommand } from "./found-command.ts";
import { inputText } from "./script-on-input.ts";

/** Keeps what a command writes into files, since they may be run later on the line. */
export function keepWritten(command: FoundCommand, state: ShellState): void {
	for (const { operator, target } of redirectedOutput(command)) {
		if (!target.text.includes(unknown))
			state.writeFile(target.text, command.output, { append: operator.includes(">>") });
	}
	if (command.name === "tee") {
		const append = command.fields.some(({ text }) => text === "-a");
		for (const { text } of command.fields.slice(1)) state.writeFile(text, inputText(command), { append });
	}
	if (command.name === "exec") {
		for (const { descriptor, body } of command.redirections) {
			if (descriptor !== undefined) state.writeFile(`/dev/fd/${descriptor}`, body, { append: false });
		}
	}
}

export function redirectedOutput({ redirections }: FoundCommand): FoundCommand["redirections"] {
	return redirections.filter(({ operator, descriptor }) => /^&?>/.test(operator) && descriptor !== "2");
}
