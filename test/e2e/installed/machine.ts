import { mkdir, symlink } from "node:fs/promises";
import { barePath } from "@oh-my-pi/pi-testkit/isolation/bare-path";
import { productEnv } from "@oh-my-pi/pi-testkit/isolation/isolated-env";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

/** A machine of a user: an empty home, Node and npm but no Bun, and nothing of this checkout. */
export interface Machine extends AsyncDisposable {
	readonly files: Workspace;
	readonly env: Readonly<Record<string, string>>;
	/** Runs a program in a folder of its own; fails the test if it does. */
	run(command: readonly string[], env?: Record<string, string>): Promise<CommandResult>;
	mustRun(command: readonly string[], env?: Record<string, string>): Promise<string>;
}

/** `registry` is where npm looks for packages; without one nothing answers. */
export async function machine(options: { registry?: string; withBun?: boolean } = {}): Promise<Machine> {
	const files = await workspace({ "work/readme.md": "needle\n" });
	const bare = await barePath(files.file("bin"));
	// Bun of the npm package is called bun.exe.
	if (options.withBun) await symlink(process.execPath, files.file("bin/bun"));
	await mkdir(files.file("home"));
	const env = {
		...productEnv({ HOME: files.file("home"), PATH: bare }),
		NPM_CONFIG_REGISTRY: options.registry ?? "http://127.0.0.1:9",
		NPM_CONFIG_UPDATE_NOTIFIER: "false",
		BUN_INSTALL: files.file("home/.bun"),
	};
	const run: Machine["run"] = (command, more) =>
		runCommand(command, { cwd: files.file("work"), env: { ...env, ...more } });
	return {
		files,
		env,
		run,
		async mustRun(command, more) {
			const { stdout, stderr, exitCode } = await run(command, more);
			if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}:\n${stderr}${stdout}`);
			return stdout;
		},
		[Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
	};
}
