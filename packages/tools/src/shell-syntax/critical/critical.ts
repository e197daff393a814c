import { findCommands, type Surroundings } from "../find-commands.ts";
import type { FoundCommand } from "../found-command.ts";
import { writesAccountFile } from "./account-files.ts";
import { deletesEverything } from "./deletes-everything.ts";
import { writesDisk } from "./disks.ts";
import { runsFetchedScript } from "./fetched-script.ts";
import { isForkBomb } from "./fork-bomb.ts";
import { stopsMachine } from "./power.ts";

/** Whether one of the commands on a line does what cannot be undone. */
export type CriticalRule = (command: FoundCommand, all: readonly FoundCommand[], surroundings: Surroundings) => boolean;

const rules: Readonly<Record<string, CriticalRule>> = {
	"deletes / or the home folder": deletesEverything,
	"fork bomb": isForkBomb,
	"runs a fetched script": runsFetchedScript,
	"writes to account files": writesAccountFile,
	"writes to a disk": writesDisk,
	"stops the machine": stopsMachine,
};

/** What is critical about a command line, if anything. */
export function findCritical(text: string, surroundings: Surroundings = {}): string | undefined {
	const { commands } = findCommands(text, surroundings);
	return criticalOf(commands, surroundings);
}

export function criticalOf(commands: readonly FoundCommand[], surroundings: Surroundings): string | undefined {
	const suspects = commands.flatMap((command) => [command, ...hiddenInArguments(command)]);
	const found = Object.entries(rules).find(([, isCritical]) =>
		suspects.some((command) => isCritical(command, commands, surroundings)),
	);
	return found?.[0];
}

/** A program we do not know may run its arguments: each that could be the beginning of a command is looked at too. */
function hiddenInArguments(command: FoundCommand): FoundCommand[] {
	if (printing.has(command.name)) return [];
	return command.fields.flatMap(({ text }, index) => {
		const name = text.slice(text.lastIndexOf("/") + 1);
		return index > 0 && dangerous.test(name) ? [{ ...command, name, fields: command.fields.slice(index) }] : [];
	});
}

/** These take words for text and run none of them. */
const printing = new Set(
	"echo printf cat grep egrep fgrep rg ag ack git man info help which whereis type apropos whatis touch mkdir ls test [ export declare local readonly typeset apt apt-get dnf yum pacman brew npm yarn pnpm pip cargo".split(
		" ",
	),
);
const dangerous = /^(?:rm|dd|mkfs(?:\.\w+)?|shred|wipefs|tee)$/;
