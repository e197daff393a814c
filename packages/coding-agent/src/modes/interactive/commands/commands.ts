import { clearCommand } from "./clear.ts";
import type { Command } from "./command.ts";
import { compactCommand } from "./compact.ts";
import { exitCommand } from "./exit.ts";
import { exportCommand } from "./export.ts";
import { helpCommand } from "./help.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { modelCommand } from "./model.ts";
import { newCommand } from "./new.ts";
import { queueCommand } from "./queue.ts";
import { renameCommand } from "./rename.ts";
import { resumeCommand } from "./resume.ts";
import { retryCommand } from "./retry.ts";
import { sessionCommand } from "./session.ts";

const plain: readonly Command[] = [
	modelCommand,
	newCommand,
	resumeCommand,
	clearCommand,
	compactCommand,
	retryCommand,
	queueCommand,
	renameCommand,
	exportCommand,
	sessionCommand,
	loginCommand,
	logoutCommand,
	exitCommand,
];

export const commands: readonly Command[] = [...plain, helpCommand(plain)];

/** The command a line calls, with the words after its name; anything else is a prompt. */
export function findCommand(line: string): { command: Command; args: string } | undefined {
	const match = /^\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/.exec(line.trim());
	const command = commands.find(({ name, aliases }) => name === match?.[1] || aliases?.includes(match?.[1] ?? ""));
	return command && { command, args: match?.[2] ?? "" };
}
