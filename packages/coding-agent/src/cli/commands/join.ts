import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { CliError, UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";

export const flags = [
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

/** `omp join "<link>"`: a session in memory that begins with `/join`, and ends where that fails. */
export const join: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(
			'USAGE\n  omp join "<link>"\n\n  Take part in a session that somebody shares with /collab.\n',
		);
		return 0;
	}
	const [link, ...more] = args.messages;
	if (link === undefined || more.length > 0) throw new UsageError('expected: omp join "<link>", in quotes');
	// Everywhere else what follows `omp` would be a prompt.
	if (!io.stdin.isTTY || !io.stdout.isTTY)
		throw new CliError("omp join needs a terminal; nothing was sent. Without one, open the link for browsers");
	const { parseLink } = await import("../../features/collab/protocol/link.ts");
	try {
		parseLink(link);
	} catch (error) {
		throw new CliError(errorMessage(error));
	}
	const { launch } = await import("./launch/launch.ts");
	return launch(["--no-session", `/join ${link}`], host, io, { joins: true });
};
