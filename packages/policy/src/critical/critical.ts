import { findCommands } from "../commands/find-commands.ts";
import type { FoundCommand } from "../commands/found-command.ts";
import type { Surroundings } from "../expand/shell-state.ts";
import { writesAccountFile } from "./account-files.ts";
import { argumentCommands } from "./argument-commands.ts";
import { damagesRoot } from "./damages-root.ts";
import { deletesEverything } from "./deletes-everything.ts";
import { writesDisk } from "./disks.ts";
import { runsFetchedScript } from "./fetched-script.ts";
import { isForkBomb } from "./fork-bomb.ts";
import { cleansEverything, mountsEverything, raisesOwnRights, schedulesCommands } from "./own-permissions.ts";
import { stopsMachine } from "./power.ts";
import { textPrograms } from "./text-programs.data.ts";

/** Whether one of the commands on a line does what cannot be undone. */
export type CriticalRule = (command: FoundCommand, all: readonly FoundCommand[], surroundings: Surroundings) => boolean;

/** Not known to do harm, but nobody can say that it does none. */
export const unreadable = "runs what cannot be read";

const rules: Readonly<Record<string, CriticalRule>> = {
	"deletes / or the home folder": (...args) => deletesEverything(...args) || cleansEverything(...args),
	"moves or locks / or the home folder": damagesRoot,
	"fork bomb": isForkBomb,
	"runs a fetched script": runsFetchedScript,
	"writes to account files": writesAccountFile,
	"writes to a disk": writesDisk,
	"stops the machine": stopsMachine,
	"gives a container the whole system": mountsEverything,
	"raises its own rights": raisesOwnRights,
	"has commands run later": schedulesCommands,
	[unreadable]: ({ runsHidden }) => runsHidden,
};

/** What is critical about a command line, if anything. */
export function findCritical(text: string, surroundings: Surroundings = {}): string | undefined {
	const { commands } = findCommands(text, surroundings);
	return searchCommands(commands, surroundings);
}

export function searchCommands(
	commands: readonly FoundCommand[],
	surroundings: Surroundings,
	depth = 0,
): string | undefined {
	const suspects = commands.flatMap((command) => [command, ...hiddenInArguments(command)]);
	const found = Object.entries(rules).find(([, isCritical]) =>
		suspects.some((command) => isCritical(command, commands, surroundings)),
	);
	return found?.[0] ?? (depth < maxDepth ? criticalArgument(commands, surroundings, depth + 1) : undefined);
}

const maxDepth = 3;
/** Beyond this many nobody hides one by hand. */
const maxLines = 500;

function criticalArgument(
	commands: readonly FoundCommand[],
	surroundings: Surroundings,
	depth: number,
): string | undefined {
	const lines = new Set(commands.flatMap(argumentCommands));
	for (const line of [...lines].slice(0, maxLines)) {
		const inside = findCommands(line, surroundings).commands.map((command) => ({ ...command, runsHidden: false }));
		const reason = searchCommands(inside, surroundings, depth);
		if (reason !== undefined) return reason;
	}
	return undefined;
}

/** A program we do not know may run its arguments: each that could be the beginning of a command is looked at too. */
function hiddenInArguments(command: FoundCommand): FoundCommand[] {
	if (textPrograms.has(command.name)) return [];
	const begins = command.fields.flatMap(({ text }, index) => {
		const name = text.slice(text.lastIndexOf("/") + 1);
		return index > 0 && dangerous.test(name) ? [{ name, index }] : [];
	});
	// Each has all that follows for its arguments, so the ones between the first and the last add little.
	const few = begins.length > 2 * maxBegins ? [...begins.slice(0, maxBegins), ...begins.slice(-maxBegins)] : begins;
	return few.map(({ name, index }) => ({ ...command, name, fields: command.fields.slice(index) }));
}

const maxBegins = 50;

const dangerous = /^(?:rm|dd|mkfs(?:\.\w+)?|shred|wipefs|tee)$/;
