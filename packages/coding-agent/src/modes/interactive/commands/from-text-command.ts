import type { TextCommand } from "../../../text-commands/text-command.ts";
import type { Command } from "./command.ts";

/** A command that needs no screen, at the terminal: what it says is a notice. */
export function fromTextCommand(command: TextCommand): Command {
	const { name, aliases, description, hint, group, needsRest } = command;
	const subcommands = command.subcommands?.map((sub) => ({ name: sub.name, summary: sub.description }));
	return {
		name,
		summary: description,
		group,
		...(aliases && { aliases }),
		...(hint !== undefined && { hint }),
		...(needsRest && { needsRest }),
		...(subcommands && { subcommands }),
		...(command.describe && { describe: command.describe }),
		...(command.complete && { complete: command.complete }),
		async run({ args, session }) {
			const { output, prompt } = await command.run(args, session);
			if (prompt !== undefined) return { kind: "prompt", text: prompt, ...(output && { notice: output }) };
			return output === undefined ? { kind: "done" } : { kind: "notice", level: "info", text: output };
		},
	};
}
