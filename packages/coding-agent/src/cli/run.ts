import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "./io.ts";
import { CliError, UsageError } from "./usage-error.ts";

/** Finds out what was asked for and does it; gives the exit code. Help and version load nothing else. */
export async function runCli(argv: readonly string[], host: Host, io: CliIo): Promise<number> {
	try {
		return await dispatch(argv, host, io);
	} catch (error) {
		if (error instanceof UsageError) {
			await io.stderr.write(`Error: ${error.message}\n`);
			return 2;
		}
		if (error instanceof CliError) {
			await io.stderr.write(`Error: ${error.message}\n`);
			return 1;
		}
		const debug = host.env.DEBUG || host.env.PI_DEBUG;
		const text = error instanceof Error ? (debug ? error.stack : error.message) : String(error);
		await io.stderr.write(`Error: ${text}\n`);
		return 1;
	}
}

async function dispatch(argv: readonly string[], host: Host, io: CliIo): Promise<number> {
	const ownFlags = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
	if (ownFlags.includes("--version") || ownFlags.includes("-v")) {
		const { version } = await import("./version.ts");
		await io.stdout.write(`omp/${version}\n`);
		return 0;
	}
	if (ownFlags.includes("--list-models")) {
		const { models } = await import("./models.ts");
		return models(listModelsArgs(ownFlags), host, io);
	}
	const { commands, hiddenCommands } = await import("./commands.ts");
	const [{ launchFlags }, { firstPositional }] = await Promise.all([
		import("./flags.data.ts"),
		import("./parse-args.ts"),
	]);
	const first = firstPositional(argv, launchFlags);
	const command = [...commands, ...hiddenCommands].find((candidate) => candidate.name === argv[first]);
	if (command) {
		const run = await command.load();
		return run([...argv.slice(0, first), ...argv.slice(first + 1)], host, io);
	}
	if (ownFlags.includes("--help") || ownFlags.includes("-h")) {
		const { helpText } = await import("./help.ts");
		await io.stdout.write(helpText(commands));
		return 0;
	}
	const { launch } = await import("./launch.ts");
	return launch(argv, host, io);
}

/** `omp --list-models [pattern]` is `omp models find` or `ls` under an older name. */
function listModelsArgs(argv: readonly string[]): string[] {
	const rest = argv.filter((token) => token !== "--list-models");
	return [rest.some((token) => !token.startsWith("-")) ? "find" : "ls", ...rest];
}
