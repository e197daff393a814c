import { foreignText } from "../../process/terminal/terminal-text.ts";
import { CliError, UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import { prepareStart } from "../../startup/prepare-start.ts";
import { hostFlags, runHostAction } from "./host-actions.ts";

export { hostActions, hostFlags as flags } from "./host-actions.ts";

const usage = `USAGE
  omp ssh [list] [--json]               The hosts that commands can run on, and where they are defined
  omp ssh add <name> --host <host> [--user <name>] [--port <port>] [--key <file>] [--desc <text>] [--compat]
                     [--scope user|project]
  omp ssh remove <name> [--scope user|project]

${hostFlags.map(({ name, help }) => `  --${name.padEnd(10)}${help}`).join("\n")}
`;

/** Shows and changes the hosts of the ssh tool. */
export const ssh: CliCommand = async (argv, host, io) => {
	if (argv.includes("--help") || argv.includes("-h")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { agentDir, settings, gate } = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	try {
		const text = await runHostAction(argv, { host, cwd: host.cwd, agentDir, settings, gate });
		await io.stdout.write(`${foreignText(io.stdout, text)}\n`);
		return 0;
	} catch (error) {
		if (error instanceof CliError || error instanceof UsageError || !(error instanceof Error)) throw error;
		throw new CliError(foreignText(io.stderr, error.message), { cause: error });
	}
};
