import { textCommands } from "../../../text-commands/text-commands.ts";
import type { Command } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";
import { helpCommand } from "./help.ts";
import { ownCommands } from "./own-commands.ts";

const own = new Set(ownCommands.map(({ name }) => name));
const others = textCommands.filter(({ name }) => !own.has(name)).map(fromTextCommand);
const listed = [...ownCommands, ...others];

export const commands: readonly Command[] = [...listed, helpCommand(listed)];

/** The command a line calls, with the words after its name; anything else is a prompt. */
export function findCommand(line: string): { command: Command; args: string } | undefined {
	const match = /^\/([a-z][a-z0-9-]*)(?:[\s:]([\s\S]*))?$/.exec(line.trimEnd());
	if (!match) return undefined;
	const [, called = "", rest = ""] = match;
	const command = commands.find(({ name, aliases }) => name === called || aliases?.includes(called));
	return command && { command, args: rest.trim() };
}
