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

export const commands: readonly CommandEntry[] = [
	{ name: "config", summary: "Show and change settings", load: async () => (await import("./config.ts")).config },
	{
		name: "models",
		summary: "List models, prices and what is missing to use them",
		load: async () => (await import("./models.ts")).models,
	},
	{ name: "login", summary: "Log in to a provider", load: async () => (await import("./login.ts")).login },
	{ name: "logout", summary: "Remove a stored login or key", load: async () => (await import("./logout.ts")).logout },
	{
		name: "usage",
		summary: "Show the quotas of logged-in accounts",
		load: async () => (await import("./usage.ts")).usage,
	},
	{ name: "token", summary: "Print a provider's key or token", load: async () => (await import("./token.ts")).token },
	{
		name: "sessions",
		summary: "List, check and repair sessions",
		load: async () => (await import("./sessions.ts")).sessions,
	},
];
