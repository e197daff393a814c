import { CliError, CommandUsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";

export const flags = [
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp setup

  Starts omp with its setup: model, approvals, icons and theme.
`;

/** Runs the first-start setup again. */
export const setup: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (args.messages.length > 0) throw new CommandUsageError("setup", "Expected no arguments", usage);
	if (!io.stdin.isTTY || !io.stdout.isTTY) {
		throw new CliError("omp setup needs a terminal. Without one use omp login and omp config set.");
	}
	const { launch } = await import("./launch/launch.ts");
	return launch(["/setup all"], host, io);
};
