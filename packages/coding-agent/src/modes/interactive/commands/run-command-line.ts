import { nearest } from "@oh-my-pi/pi-utils/nearest";
import { parseName } from "../../../text-commands/run-text-line.ts";
import { waitForRest } from "../../../text-commands/text-command.ts";
import type { Mode } from "../mode.ts";
import type { CommandOutcome } from "./command.ts";
import { commands, findCommand } from "./commands.ts";

/** What became of a line that begins with a slash. */
export type CommandLineOutcome =
	| { readonly kind: "handled" }
	/** Goes on to the model. */
	| { readonly kind: "prompt"; readonly text: string }
	/** Looks like a slip of the pen. */
	| { readonly kind: "unknown"; readonly name: string; readonly meant: string };

/** Runs the command a line calls and does what it came to. */
export async function runCommandLine(line: string, mode: Mode): Promise<CommandLineOutcome> {
	const { conversation, fileCommands } = mode.session;
	const found = findCommand(line);
	if (found) {
		const { command, args } = found;
		if (!command.needsRest || !conversation.isStreaming) return carryOut(await command.run({ ...mode, args }), mode);
		mode.notify("warning", waitForRest);
		return { kind: "handled" };
	}
	const named = parseName(line);
	if (!named) return { kind: "prompt", text: line };
	const file = await fileCommands.find(named.name);
	if (file) return { kind: "prompt", text: file.expand(named.args) };
	const names = [...commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]), ...(await fileNames(mode))];
	const [meant] = nearest(named.name, names);
	return meant === undefined ? { kind: "prompt", text: line } : { kind: "unknown", name: named.name, meant };
}

/** Whether a line calls something, so that it has to wait where other lines are queued. */
export async function isCommandLine(line: string, mode: Mode): Promise<boolean> {
	const named = parseName(line);
	return findCommand(line) !== undefined || (!!named && (await fileNames(mode)).includes(named.name));
}

async function fileNames({ session }: Mode): Promise<string[]> {
	return (await session.fileCommands.list()).map(({ name }) => name);
}

function carryOut(outcome: CommandOutcome, mode: Mode): CommandLineOutcome {
	switch (outcome.kind) {
		case "done":
			break;
		case "notice":
			mode.notify(outcome.level, outcome.text);
			break;
		case "session-changed":
			mode.showSession(outcome.text);
			break;
		case "prompt":
			if (outcome.notice !== undefined) mode.notify("info", outcome.notice);
			return { kind: "prompt", text: outcome.text };
		case "quit":
			mode.quit();
			break;
		default:
			outcome satisfies never;
	}
	return { kind: "handled" };
}
