import { textCommands } from "../../../text-commands/text-commands.ts";
import { clearCommand } from "./clear.ts";
import type { Command } from "./command.ts";
import { compactCommand } from "./compact.ts";
import { exitCommand } from "./exit.ts";
import { exportCommand } from "./export.ts";
import { fromTextCommand } from "./from-text-command.ts";
import { helpCommand } from "./help.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { modelCommand } from "./model.ts";
import { newCommand } from "./new.ts";
import { queueCommand } from "./queue.ts";
import { resumeCommand } from "./resume.ts";
import { retryCommand } from "./retry.ts";
import { settingsCommand } from "./settings.ts";

/** Those that need a screen; one of the same name takes the place of a text command. */
const ownCommands: readonly Command[] = [
	modelCommand,
	newCommand,
	resumeCommand,
	clearCommand,
	compactCommand,
	retryCommand,
	queueCommand,
	exportCommand,
	settingsCommand,
	loginCommand,
	logoutCommand,
	exitCommand,
];

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
