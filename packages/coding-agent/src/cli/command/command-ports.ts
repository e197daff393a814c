import type { CommandPorts, FeatureCommandEntry } from "../../features/contract/command-ports.ts";
import type { CommandEntry } from "../../startup/command-entry.ts";

/** A subcommand of a feature as one of the command line: it is given what features cannot import. */
export function featureCommand(entry: FeatureCommandEntry): CommandEntry {
	return {
		...entry,
		load: async () => {
			const run = await entry.load();
			return (argv, host, io) => run(argv, host, io, commandPorts);
		},
	};
}

/** Nothing of it is loaded before it is used. */
const commandPorts: CommandPorts = {
	openHelper: async (host, models) => (await import("./helper-session.ts")).helperSession(host, models),
	openRegistry: async (host, args) =>
		(await (await import("./command-registry.ts")).commandRegistry(host, args)).registry,
	openTerminal: async (prepared, onTheme) => (await import("./command-terminal.ts")).commandTerminal(prepared, onTheme),
};
