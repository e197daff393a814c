import { resolve } from "node:path";
import { type Field, unknown } from "../expand/expand-word.ts";
import type { Surroundings } from "../expand/shell-state.ts";
import { shells } from "../programs/wrappers.data.ts";
import { findCommands } from "./find-commands.ts";
import { argumentsOf, type FoundCommand, listOperands } from "./found-command.ts";

/** Gives the text of a script, or nothing for what is none. */
export type ReadScript = (path: string) => string | undefined;

const maxScripts = 8;

/** The commands in scripts on disk that a line runs, and in those that they run. */
export function commandsInScripts(
	commands: readonly FoundCommand[],
	surroundings: Surroundings,
	readScript: ReadScript,
): readonly FoundCommand[] {
	const seen = new Set<string>();
	const found: FoundCommand[] = [];
	for (let open = [...commands]; open.length > 0; ) {
		const inside: FoundCommand[] = [];
		for (const path of open.flatMap(findScripts)) {
			if (seen.has(path) || seen.size >= maxScripts) continue;
			seen.add(path);
			const text = readScript(path);
			if (text !== undefined) inside.push(...findCommands(text, surroundings).commands);
		}
		found.push(...inside);
		open = inside;
	}
	return found;
}

/** `sh file`, `source file`, `./file`. */
function findScripts(command: FoundCommand): string[] {
	const [name] = command.fields;
	const runsFile = shells.has(command.name) ? !argumentsOf(command).some((text) => /^-\w*c/.test(text)) : false;
	const isSourced = command.name === "source" || command.name === ".";
	const [operand] = runsFile || isSourced ? listOperands(command) : name?.text.includes("/") ? [name] : [];
	const files = operand ? [operand] : runsFile ? onInput(command) : [];
	return files.flatMap(({ text, hasGlob }) => {
		const isKnown = !text.includes(unknown) && !hasGlob && (text.startsWith("/") || command.cwd !== undefined);
		return isKnown ? [resolve(command.cwd ?? "/", text)] : [];
	});
}

/** `sh < file`, `cat file | sh`. */
function onInput({ redirections, pipedFrom }: FoundCommand): Field[] {
	const redirected = redirections.filter(({ operator }) => operator === "<").map(({ target }) => target);
	const source = pipedFrom.at(-1);
	return [...redirected, ...(source?.name === "cat" ? listOperands(source) : [])];
}
