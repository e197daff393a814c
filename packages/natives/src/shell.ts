import { killProcessGroup } from "./process-tree.ts";

export interface ShellRun {
	/** `null` when the command was stopped before it could exit. */
	readonly exitCode: number | null;
}

export interface ShellRunOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
	/** Standard output and error, merged in the order they were written. */
	readonly onData: (bytes: Uint8Array) => void;
}

export interface Shell {
	run(command: string, options: ShellRunOptions): Promise<ShellRun>;
}

const killGraceMs = 2000;
/** A child left in the background may hold the pipe open; after this long its output is not waited for any more. */
const drainMs = 250;

/** Runs each command in a shell of its own and in a process group of its own, so that all of it can be stopped. */
export function localShell(options: { shellPath: string }): Shell {
	return {
		async run(command, { cwd, env, signal, onData }) {
			signal.throwIfAborted();
			const child = Bun.spawn([options.shellPath, "-c", `exec 2>&1\n${command}`], {
				cwd,
				env: { ...env },
				stdin: "ignore",
				stdout: "pipe",
				stderr: "ignore",
				detached: true,
			});
			let killing: Promise<void> | undefined;
			const kill = () => {
				killing ??= killProcessGroup(child.pid, { graceMs: killGraceMs });
			};
			signal.addEventListener("abort", kill, { once: true });
			try {
				const drained = drain(child.stdout, onData);
				await child.exited;
				if (signal.aborted) kill();
				await killing;
				await drained.within(drainMs);
				return { exitCode: signal.aborted ? null : child.exitCode };
			} finally {
				signal.removeEventListener("abort", kill);
			}
		},
	};
}

function drain(stream: ReadableStream<Uint8Array>, onData: (bytes: Uint8Array) => void) {
	const reader = stream.getReader();
	let lastDataAt = performance.now();
	const ended = (async () => {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			lastDataAt = performance.now();
			onData(next.value);
		}
	})();
	return {
		/** Waits for the end of the stream, but no longer than `idleMs` of silence. */
		async within(idleMs: number): Promise<void> {
			let open = true;
			const end = ended.finally(() => {
				open = false;
			});
			while (open) {
				const left = idleMs - (performance.now() - lastDataAt);
				if (left <= 0) break;
				await Promise.race([end, Bun.sleep(left)]);
			}
			if (open) await reader.cancel();
			await end.catch(() => {});
		},
	};
}
