/** The command line itself is wrong; exit code 2. */
export class UsageError extends Error {
	override readonly name: string = "UsageError";
}

/** Something the user can put right; one or two plain lines, exit code 1. */
export class CliError extends Error {
	override readonly name: string = "CliError";
}

/** A subcommand was called in a way it does not know; exit code 1. */
export class CommandUsageError extends CliError {
	override readonly name = "CommandUsageError";

	constructor(command: string, problem: string, usage: string) {
		super(`${problem}\n${usage.trimEnd()}\n\nRun \`omp ${command} --help\` for its flags.`);
	}
}
