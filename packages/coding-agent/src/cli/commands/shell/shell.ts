import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { sessionShell } from "@oh-my-pi/pi-tools/bash/run/session-shell";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { resolveDirectories } from "../../../process/directories.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import { loadSettings } from "../../../settings/load/load-settings.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { childEnv, credentialVariables } from "../../../workbench/tools/child-env.ts";
import { commandRegistry } from "../../command/command-registry.ts";
import { ShellLoop } from "./shell-loop.ts";

export const flags = [
	{ name: "dir", alias: "C", kind: "string", value: "dir", help: "Start in this folder" },
	{ name: "timeout", alias: "t", kind: "string", value: "ms", help: "Stop each command after this long" },
	{ name: "no-snapshot", kind: "boolean", help: "Do not load functions and aliases of your shell's startup files" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp shell [-C dir] [-t ms] [--no-snapshot]

  The shell that the model's commands run in, to try things by hand: persistent, without omp's
  keys. Ctrl+C stops a command, Ctrl+D or exit leaves.
`;

export const shell: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (!io.stdin.isTTY || !io.stdout.isTTY) throw new CliError("omp shell needs a terminal; use sh -c in scripts.");
	const { registry, host } = await commandRegistry(baseHost, args);
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const shellPath = settings.get(shellSettings.shellPath);
	const cwd = await startFolder(args.flags.get("dir"), host.cwd);
	const env = args.flags.has("no-snapshot") ? { ...host.env, PI_BASH_NO_LOGIN: "1" } : host.env;
	await using running = sessionShell({ home: host.home, env, newId: host.newId, ...(shellPath && { shellPath }) });
	const timeoutMs = milliseconds(args.flags.get("timeout"));
	const loop = new ShellLoop({
		shell: running,
		cwd,
		env: childEnv(env, credentialVariables(registry)),
		write: (text) => io.stdout.write(text),
		...(timeoutMs !== undefined && { timeoutMs }),
	});
	return loop.run();
};

async function startFolder(requestedFolder: string | true | undefined, cwd: string): Promise<string> {
	const path = typeof requestedFolder === "string" ? resolve(cwd, requestedFolder) : cwd;
	const facts = await stat(path).catch(() => undefined);
	if (!facts?.isDirectory()) throw new CliError(`Directory not found: ${path}`);
	return path;
}

function milliseconds(value: string | true | undefined): number | undefined {
	if (typeof value !== "string") return undefined;
	if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
	throw new UsageError(`--timeout must be milliseconds; got "${value}"`);
}
