import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "./io.ts";

/** A subcommand: its line in the help, and its code, which is loaded when it is called. */
export interface CommandEntry {
	readonly name: string;
	readonly summary: string;
	readonly load: () => Promise<CliCommand>;
}

/** Runs with the words after its name and gives the exit code. */
export type CliCommand = (argv: readonly string[], host: Host, io: CliIo) => Promise<number>;

export const commands: readonly CommandEntry[] = [];
