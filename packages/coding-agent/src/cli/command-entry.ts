import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../process/io.ts";
import type { FlagDefinition } from "../startup/flags.data.ts";

/** A subcommand: its line in the help, and its code, which is loaded when it is called. */
export interface CommandEntry {
	readonly name: string;
	readonly summary: string;
	/** Has a line of its own in the short help. */
	readonly isCommon?: boolean;
	readonly load: () => Promise<CliCommand>;
	/** What may follow its name, for completions. */
	readonly words: () => Promise<CommandWords>;
}

export interface CommandWords {
	readonly flags: readonly FlagDefinition[];
	/** What its first word may be. */
	readonly actions?: readonly string[];
	/** What its words may be besides, asked for when someone completes one. */
	readonly dynamic?: "models" | "providers" | "settings" | "sessions";
}

/** Runs with the words after its name and gives the exit code. */
export type CliCommand = (argv: readonly string[], host: Host, io: CliIo) => Promise<number>;
