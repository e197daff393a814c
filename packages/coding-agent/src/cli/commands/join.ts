import { UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";

export const flags = [
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

/** `omp join "<link>"`: a session in memory that begins with `/join`. */
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
	const { launch } = await import("./launch/launch.ts");
	return launch(["--no-session", `/join ${link}`], host, io);
};
