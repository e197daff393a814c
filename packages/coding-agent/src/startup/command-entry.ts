import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../process/terminal/io.ts";
import type { FlagDefinition } from "./flags.data.ts";

/** A subcommand: its help line, and its code, loaded on demand. */
export interface CommandEntry {
	readonly name: string;
	readonly summary: string;
	/** Listed in the short help. */
	readonly isCommon?: boolean;
	/** Another name of a command; not in the short help. */
	readonly isAlias?: boolean;
	readonly load: () => Promise<CliCommand>;
	/** Arguments, for shell completions. */
	readonly completionSpec: () => Promise<CommandCompletionSpec>;
}

export interface CommandCompletionSpec {
	readonly flags: readonly FlagDefinition[];
	/** Values of the first argument. */
	readonly actions?: readonly string[];
	/** Kind of other arguments, completed by calling omp. */
	readonly dynamic?: "models" | "providers" | "settings" | "sessions";
}

/** Runs with the arguments after the command's name; returns the exit code. */
export type CliCommand = (argv: readonly string[], host: Host, io: CliIo) => Promise<number>;
