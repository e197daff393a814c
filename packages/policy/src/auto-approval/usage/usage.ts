import type { Argument, Place } from "../../expand/argument.ts";
import type { ParsedArguments, ParseStyle } from "../../options/parse-arguments.ts";

/**
 * What a program may be given so that it does an everyday job inside the project: it builds, tests, formats, changes files that
 * edits could change too. It may run the project's own code; it may not reach outside, publish, install for everybody or throw
 * work away. An option that is not in its table asks.
 */
export interface Usage {
	/** The options that it may have, see `optionTable`. */
	readonly options?: string;
	readonly style?: ParseStyle;
	/** What the words are that are no options. */
	readonly operands?: Operands;
	readonly maxOperands?: number;
	/** What the first of them has to look like. */
	readonly first?: RegExp;
	/** By the first word that is no option; only these are known. */
	readonly commands?: Readonly<Record<string, Usage>>;
	/** Its options may also stand behind its command. */
	readonly optionsAnywhere?: true;
	/** It may be run without any such word. */
	readonly alone?: true;
	/** These words go on to a script of the project. */
	readonly passesOn?: "all" | "behind-first" | "behind-dashes";
	/** A closer look at what was given. */
	readonly check?: (parsed: ParsedArguments, place: Place) => string | undefined;
}

/** Text that nobody opens, files that are read, files that are written, or what each has to look like. */
export type Operands = "none" | "text" | "read" | "write" | RegExp;

export type Usages = Readonly<Record<string, Usage>>;

export function each(names: string, usage: Usage): Record<string, Usage> {
	return Object.fromEntries(
		names
			.trim()
			.split(/\s+/)
			.map((name) => [name, usage]),
	);
}

/** Names of tasks that reach others than the developer, or throw data away. */
const reaching = "publish|deploy|release|upload|push|ship|promote|destroy|prod";
const losing = "drop|purge|wipe|nuke|truncate|rollback|undo|reset|flyway";
export const unsafeTask = new RegExp(`${reaching}|${losing}`, "i");

/** The name of a task, not a file, an address or an assignment. */
export const taskName = new RegExp(`^(?!.*(?:${reaching}|${losing}))[\\w:.@/%-]+$`, "i");

export function shownWords(args: readonly Argument[]): string {
	return args.map(({ shown }) => shown).join(" ");
}
