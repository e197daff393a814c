import { killOnExit } from "../process/guardian.ts";
import { killTree } from "../process/process-tree.ts";
import type { InBox } from "../sandbox/in-box.ts";
import { readOutput } from "./read-output.ts";

export interface ShellRun {
	/** `null` when the command was killed. */
	readonly exitCode: number | null;
	/** The folder in which the command left its shell, if the shell persists. */
	readonly endFolder?: string;
}

export interface ShellRunOptions {
	readonly cwd: string;
	/** The environment of the shell. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Additional variables for this command only. */
	readonly variables?: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** stdout and stderr, merged in order. */
	readonly onData: (bytes: Uint8Array) => void;
	/** Isolated from other commands, for one that may take long. */
	readonly apart?: boolean;
	/** Not in the box; only who may decide that says so. */
	readonly outside?: boolean;
	/** Once this fires the output is closed, and a command that keeps writing gets SIGPIPE. */
	readonly enough?: AbortSignal;
}

export interface Shell {
	run(command: string, options: ShellRunOptions): Promise<ShellRun>;
}

export const killGraceMs = 2000;
/** How long to wait for output of background processes after the command has exited. */
export const drainLimits = { idleMs: 250, maxMs: 2000 };

/** Runs each command in a new shell and process group. */
export function localShell(options: { shellPath: string; args?: readonly string[]; inBox?: InBox | undefined }): Shell {
	const { inBox = (started) => started } = options;
	return {
		async run(command, { cwd, env, variables, signal, onData, enough }) {
			signal.throwIfAborted();
			const started = [options.shellPath, ...(options.args ?? []), "-c", `exec 2>&1; ${command}`];
			const child = Bun.spawn([...inBox(started)], {
				cwd,
				env: { ...env, ...variables },
				stdin: "ignore",
				stdout: "pipe",
				stderr: "ignore",
				detached: true,
			});
			const forget = killOnExit(child.pid);
			let killing: Promise<void> | undefined;
			const kill = () => {
				killing ??= killTree(child, { graceMs: killGraceMs });
			};
			signal.addEventListener("abort", kill, { once: true });
			const output = readOutput(child.stdout, onData);
			const stop = () => output.stop();
			enough?.addEventListener("abort", stop, { once: true });
			try {
				await child.exited;
				if (signal.aborted) kill();
				await killing;
				await output.settle(drainLimits);
				return { exitCode: signal.aborted ? null : child.exitCode };
			} finally {
				forget();
				signal.removeEventListener("abort", kill);
				enough?.removeEventListener("abort", stop);
			}
		},
	};
}
