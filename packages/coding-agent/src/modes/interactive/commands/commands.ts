import type { Command } from "./command.ts";
import { exitCommand } from "./exit.ts";
import { helpCommand } from "./help.ts";
import { modelCommand } from "./model.ts";

const plain: readonly Command[] = [modelCommand, exitCommand];

export const commands: readonly Command[] = [...plain, helpCommand(plain)];

/** The command a line calls, with the words after its name; anything else is a prompt. */
export function findCommand(line: string): { command: Command; args: string } | undefined {
	const match = /^\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/.exec(line.trim());
	const command = commands.find(({ name, aliases }) => name === match?.[1] || aliases?.includes(match?.[1] ?? ""));
	return command && { command, args: match?.[2] ?? "" };
}
