import { text } from "node:stream/consumers";

export interface CommandResult {
	readonly stdout: string;
	readonly stderr: string;
	/** `null` when it was killed by a signal. */
	readonly exitCode: number | null;
}

/** Runs a program and returns its output. */
export async function runCommand(
	command: readonly string[],
	options: {
		cwd?: string;
		env?: Record<string, string | undefined> | undefined;
		stdin?: string | undefined;
		signal?: AbortSignal | undefined;
	} = {},
): Promise<CommandResult> {
	const child = Bun.spawn([...command], {
		...(options.cwd !== undefined && { cwd: options.cwd }),
		env: options.env ?? process.env,
		stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin]),
		stdout: "pipe",
		stderr: "pipe",
		...(options.signal && { signal: options.signal }),
	});
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
	return { stdout, stderr, exitCode: child.exitCode };
}
