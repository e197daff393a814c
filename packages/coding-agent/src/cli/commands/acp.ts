import { Deadline } from "../../process/exit/deadline.ts";
import { UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import { parseLaunchOptions } from "../../startup/launch-options.ts";

const usage = `USAGE
  omp acp [flags]

  Serves an editor over the Agent Client Protocol, on standard streams. The
  flags of a session count for all sessions that the editor opens.
`;

/** Serves editors over the Agent Client Protocol. Flags of a session count for all that the client opens. */
export const acp: CliCommand = async (argv, host, io) => {
	if (argv.includes("--help") || argv.includes("-h")) {
		await io.stdout.write(usage);
		return 0;
	}
	const options = parseLaunchOptions(argv);
	if (options.files.length > 0 || options.messages.length > 0) {
		throw new UsageError("omp acp takes no prompt: the client sends them as session/prompt");
	}
	using deadline = new Deadline(options.maxTimeMs);
	const { runAcp } = await import("../../modes/acp/run.ts");
	const code = await runAcp(host, { ...options, timeUp: deadline.passed }, io);
	return deadline.exitCode(code, io);
};
