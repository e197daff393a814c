/** Invalid command line; exit code 2. */
export class UsageError extends Error {
	override readonly name: string = "UsageError";
}

/** An error the user can fix; one or two lines, exit code 1. */
export class CliError extends Error {
	override readonly name: string = "CliError";
}

/** Invalid arguments of a subcommand; exit code 1. */
export class CommandUsageError extends CliError {
	override readonly name = "CommandUsageError";

	constructor(command: string, problem: string, usage: string) {
		super(`${problem}\n${usage.trimEnd()}\n\nRun \`omp ${command} --help\` for its flags.`);
	}
}
