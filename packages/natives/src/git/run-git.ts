import { text } from "node:stream/consumers";
import { type GitAccess, type GitEnv, gitCommand } from "./git-command.ts";

export interface GitOptions extends GitAccess {
	readonly cwd: string;
	readonly env: GitEnv;
	readonly stdin?: string | Uint8Array;
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal;
}

export interface GitAnswer {
	readonly code: number;
	readonly stdout: Buffer;
	readonly stderr: string;
	/** It was killed by it. */
	readonly signal?: string;
}

/** Runs git and gives what it prints. Throws where there is no git. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
	const { cwd, stdin, timeoutMs, signal } = options;
	const made = gitCommand(args, options);
	if (!made) throw new Error("git is not installed");
	const child = Bun.spawn([...made.command], {
		cwd,
		env: made.env,
		stdin: stdin === undefined ? "ignore" : Buffer.from(stdin),
		stdout: "pipe",
		stderr: "pipe",
		...(timeoutMs !== undefined && { timeout: timeoutMs }),
		...(signal && { signal }),
	});
	const output = Promise.all([new Response(child.stdout).arrayBuffer(), text(child.stderr)]);
	const stopped = signal && stoppedOutput(child.exited, signal);
	const [stdout, stderr] = await (stopped ? Promise.race([output, stopped]) : output);
	const code = await child.exited;
	const killedBy = child.signalCode === null ? {} : { signal: String(child.signalCode) };
	return { code, stdout: Buffer.from(stdout), stderr, ...killedBy };
}

/** Once git is stopped, what it started (a hook) may still hold its output open. */
async function stoppedOutput(exited: Promise<number>, signal: AbortSignal): Promise<[ArrayBuffer, string]> {
	if (!signal.aborted) {
		const { promise, resolve } = Promise.withResolvers<void>();
		signal.addEventListener("abort", () => resolve(), { once: true });
		await promise;
	}
	await exited;
	return [new ArrayBuffer(0), ""];
}
