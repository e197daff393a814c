import { endsWithUs } from "../guardian.ts";
import { killTree } from "../process-tree.ts";
import { readOutput } from "./read-output.ts";

export interface ShellRun {
	/** `null` when the command was stopped before it could exit. */
	readonly exitCode: number | null;
}

export interface ShellRunOptions {
	readonly cwd: string;
	/** What the shell starts with. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** On top of that, for this command only. */
	readonly variables?: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** Standard output and error, merged in the order they were written. */
	readonly onData: (bytes: Uint8Array) => void;
	/** Has nothing to do with the commands before and after it, for one that may take long. */
	readonly apart?: boolean;
	/** Once this fires nobody reads any more, and who goes on writing is ended as in front of `head`. */
	readonly enough?: AbortSignal;
}

export interface Shell {
	run(command: string, options: ShellRunOptions): Promise<ShellRun>;
}

export const killGraceMs = 2000;
/** What a child in the background may still write is waited for this long after the command itself has ended. */
export const drainLimits = { idleMs: 250, maxMs: 2000 };

/** Runs each command in a shell of its own, of whatever kind, and in a process group of its own. */
export function localShell(options: { shellPath: string; args?: readonly string[] }): Shell {
	return {
		async run(command, { cwd, env, variables, signal, onData, enough }) {
			signal.throwIfAborted();
			const child = Bun.spawn([options.shellPath, ...(options.args ?? []), "-c", `exec 2>&1; ${command}`], {
				cwd,
				env: { ...env, ...variables },
				stdin: "ignore",
				stdout: "pipe",
				stderr: "ignore",
				detached: true,
			});
			const forget = endsWithUs(child.pid);
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
