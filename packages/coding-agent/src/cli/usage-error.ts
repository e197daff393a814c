/** The command line itself is wrong; exit code 2. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** Something the user can put right; one or two plain lines, exit code 1. */
export class CliError extends Error {
	override readonly name = "CliError";
}
