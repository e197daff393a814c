import type { Field } from "../expand/expand-word.ts";

/** A command that a command line would run, wherever it is hidden. */
export interface FoundCommand {
	/** The program's name without its folder; empty when there are only assignments and redirections. */
	readonly name: string;
	/** The name as given and the arguments. */
	readonly fields: readonly Field[];
	/** The values of variables that are set in front of it, or by it alone. */
	readonly assigned: readonly Field[];
	/** Files that the shell opens for it. */
	readonly redirections: readonly FoundRedirection[];
	/** The commands before it in its pipeline, nearest last. */
	readonly pipedFrom: readonly FoundCommand[];
	readonly isBackground: boolean;
	/** The functions that it stands in. */
	readonly inFunctions: readonly string[];
	/** Where it runs, if that is known. */
	readonly cwd: string | undefined;
	/** What it prints, with `unknown` in place of what cannot be told; `undefined` when nothing can. */
	readonly output: string | undefined;
	/** Code that nobody can read off the line is run by it. */
	readonly runsHidden: boolean;
	/** As it was written; one that was found inside of another is put together from its words. */
	readonly text: string;
}

export interface FoundRedirection {
	readonly descriptor?: string;
	readonly operator: string;
	readonly target: Field;
	/** The text of a here-document or here-string, or of a file that was written on the same line. */
	readonly body?: string;
}

/** The arguments as texts. */
export function argumentsOf(command: FoundCommand): string[] {
	return command.fields.slice(1).map(({ text }) => text);
}

/** Arguments that are no options. */
export function listOperands(command: FoundCommand): Field[] {
	const args = command.fields.slice(1);
	const separator = args.findIndex(({ text }) => text === "--");
	const isOperand = (field: Field, index: number) =>
		separator !== -1 && index > separator ? true : index !== separator && !/^-./.test(field.text);
	return args.filter(isOperand);
}

/** Whether a flag is given: a letter in a cluster, or the long name. */
export function hasFlag(command: FoundCommand, letters: string, ...longNames: readonly string[]): boolean {
	const args = argumentsOf(command);
	const end = args.indexOf("--");
	const options = end === -1 ? args : args.slice(0, end);
	return options.some(
		(option) =>
			(/^-[A-Za-z0-9]+$/.test(option) && [...letters].some((letter) => option.includes(letter))) ||
			longNames.some((name) => option === name || option.startsWith(`${name}=`)),
	);
}
