import type { Host } from "@oh-my-pi/pi-utils/host";
import { rebuildWhenOutdated } from "../../process/rebuild-when-outdated.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CommandUsageError, UsageError } from "../../process/usage-error.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";

/** Dispatches the command line; returns the exit code. Help and version load nothing else. */
export async function runCli(
	argv: readonly string[],
	host: Host,
	io: CliIo,
	runtime: Pick<typeof Bun, "stringWidth" | "version"> = Bun,
): Promise<number> {
	// OSC 8 links have no width; older Bun versions measure them wrongly, which breaks line wrapping.
	if (runtime.stringWidth("\x1b[0m\x1b]8;;\x07") !== 0) {
		await io.stderr.write(`Error: Bun ${runtime.version} measures text wrongly. Upgrade it: bun upgrade\n`);
		return 1;
	}
	try {
		return await dispatch(argv, host, io);
	} catch (error) {
		rebuildWhenOutdated();
		await io.stderr.write(`${errorText(error, Boolean(host.env.DEBUG || host.env.PI_DEBUG))}\n`);
		return error instanceof UsageError ? 2 : 1;
	}
}

function errorText(error: unknown, isDebugging: boolean): string {
	if (!(error instanceof Error)) return `Error: ${error}`;
	const text = `${error instanceof CommandUsageError ? "error" : "Error"}: ${error.message}`;
	if (!isDebugging) return text;
	const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack}` : "";
	return `${text}\n${error.stack ?? ""}${cause}`;
}

async function dispatch(rawArgv: readonly string[], baseHost: Host, io: CliIo): Promise<number> {
	const before = beforeDashes(rawArgv);
	// After a word, -v belongs to a command.
	const asksShortly = before[0]?.startsWith("-") === true && before.includes("-v");
	if (before.includes("--version") || asksShortly) {
		const { version } = await import("../../process/version.ts");
		rebuildWhenOutdated();
		await io.stdout.write(`omp/${version}\n`);
		return 0;
	}
	const [{ takeGlobalFlags }, { startDebugLog }] = await Promise.all([
		import("./global-flags.ts"),
		import("../../process/log/debug-log.ts"),
	]);
	const { argv, host, alias, debug } = await takeGlobalFlags(rawArgv, await watched(baseHost, io));
	await host.trustAuthorities?.(host.env);
	// Do not write over the interactive screen; the log file is printed at exit instead.
	const hasScreen = io.stdin.isTTY && io.stdout.isTTY;
	const log = startDebugLog(host, debug && !hasScreen ? (line) => void io.stderr.write(`${line}\n`) : undefined);
	try {
		if (alias === undefined) return await runCommand(argv, host, io);
		const { installAlias } = await import("./profile-alias.ts");
		rebuildWhenOutdated();
		return await installAlias(alias, host, io);
	} finally {
		const path = await log.written();
		if (debug && path !== undefined) await io.stderr.write(`Debug log: ${path}\n`);
	}
}

async function runCommand(argv: readonly string[], host: Host, io: CliIo): Promise<number> {
	const [{ launchFlags }, { commands, hiddenCommands, modeActions }, { firstPositional }] = await Promise.all([
		import("../../startup/flags.data.ts"),
		import("../commands.ts"),
		import("../../startup/parse-args.ts"),
	]);
	const ownFlags = beforeDashes(argv);
	if (ownFlags.includes("--list-models")) {
		const { models } = await import("../commands/models/models.ts");
		rebuildWhenOutdated();
		return models(await listModelsArgs(ownFlags, launchFlags), host, io);
	}
	const wantsHelp = ownFlags.includes("--help") || ownFlags.includes("-h");
	const first = firstPositional(argv, launchFlags);
	const name = argv[first];
	// `omp -p review` is a prompt, like any other word there.
	const isPrompt = argv.slice(0, first).some((flag) => flag === "-p" || flag === "--print");
	const command = isPrompt ? undefined : [...commands, ...hiddenCommands].find((entry) => entry.name === name);
	if (wantsHelp || name === "help") {
		const word = name === "help" ? argv[first + 1] : name;
		const { refuseTopic } = await import("./refuse-reserved.ts");
		refuseTopic(word, argv.slice(first));
		const { printHelp } = await import("../help/print-help.ts");
		rebuildWhenOutdated();
		return printHelp({ commands, word }, host, io);
	}
	// The list of settings is complete before any of them is read.
	await import("../../assembly/feature-settings.ts");
	if (command) {
		const rest = [...argv.slice(0, first), ...argv.slice(first + 1)];
		const mode = modeActions.find(({ of, action }) => of === name && action === rest[0]);
		const run = await (mode ?? command).load();
		rebuildWhenOutdated();
		return run(mode ? rest.slice(1) : rest, host, io);
	}
	const [{ refuseReserved }, { launch }] = await Promise.all([
		import("./refuse-reserved.ts"),
		import("../commands/launch/launch.ts"),
	]);
	refuseReserved(argv);
	return launch(argv, host, io);
}

async function watched(host: Host, io: CliIo): Promise<Host> {
	if (!host.env.PI_TIMING && !host.env.PI_DEBUG_STARTUP) return host;
	const { StartupTiming } = await import("../../process/log/startup-timing.ts");
	return { ...host, trace: new StartupTiming(host.env, io) };
}

function beforeDashes(argv: readonly string[]): readonly string[] {
	return argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
}

/** `omp --list-models [pattern]`: older form of `omp models find` and `ls`. Flags that choose a model have no meaning there. */
async function listModelsArgs(argv: readonly string[], flags: readonly FlagDefinition[]): Promise<string[]> {
	const { parseArgs } = await import("../../startup/parse-args.ts");
	const kept = ["--json", "--help"];
	const json: FlagDefinition = { name: "json", kind: "boolean", help: "" };
	const {
		messages,
		lists,
		flags: set,
	} = parseArgs(
		argv.filter((token) => token !== "--list-models"),
		[...flags, json],
	);
	const configs = (lists.get("config") ?? []).flatMap((file) => ["--config", file]);
	return [
		messages.length > 0 ? "find" : "ls",
		...messages,
		...configs,
		...kept.filter((flag) => set.has(flag.slice(2))),
	];
}
