import { runCli } from "../cli/run.ts";
import { processHost } from "../process/process-host.ts";
import { processIo } from "../process/process-io.ts";

/** The command line as a function; gives the exit code. */
export function main(argv: readonly string[]): Promise<number> {
	return runCli(
		argv,
		processHost(),
		processIo((code) => {
			throw new Error(`Ended with code ${code}`);
		}),
	);
}
