import { runCli } from "../cli/dispatch/run.ts";
import { processHost } from "../process/process-host.ts";
import { processIo } from "../process/terminal/process-io.ts";

/** Runs the command line; returns the exit code. */
export function main(argv: readonly string[]): Promise<number> {
	return runCli(
		argv,
		processHost(),
		processIo((code) => {
			throw new Error(`Exited with code ${code}`);
		}),
	);
}
