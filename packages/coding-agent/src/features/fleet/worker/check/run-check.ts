import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { sleep } from "@oh-my-pi/pi-utils/abort";

export interface CheckWish {
	readonly command: string;
	readonly timeoutSeconds: number;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Runs a command in the box; empty for none. */
	readonly box: readonly string[];
	/** Where its output is written. */
	readonly outputFile: string;
	readonly signal: AbortSignal;
}

export interface CheckOutcome {
	/** `null` when it was stopped. */
	readonly exitCode: number | null;
	readonly output: Uint8Array;
	readonly why?: string;
}

const graceMs = 1000;
const lookMs = 200;
/** A check that prints for ever is stopped, too. */
const maxOutputBytes = 50_000_000;
const keptBytes = 1_000_000;

/** Runs a check. Nothing that it started is left, also what has left its process group; its output is a file, which nobody can hold open. */
export async function runCheck({
	command,
	cwd,
	env,
	box,
	outputFile,
	signal,
	...wish
}: CheckWish): Promise<CheckOutcome> {
	const output = openSync(outputFile, "w", 0o600);
	const child = Bun.spawn([...box, "/bin/sh", "-c", command], {
		cwd,
		env: { ...env },
		stdin: "ignore",
		stdout: output,
		stderr: output,
		detached: true,
	});
	closeSync(output);
	const root = treeRoot(child.pid);
	const forget = killOnExit(child.pid);
	try {
		const why = await stoppedBecause(child.exited, wish.timeoutSeconds, outputFile, signal);
		await killTree(root, { graceMs: why === undefined ? 0 : graceMs });
		signal.throwIfAborted();
		return {
			exitCode: why === undefined ? child.exitCode : null,
			output: readTail(outputFile),
			...(why !== undefined && { why }),
		};
	} finally {
		await killTree(root, { graceMs: 0 });
		forget();
	}
}

async function stoppedBecause(
	exited: Promise<number>,
	timeoutSeconds: number,
	outputFile: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const ended = exited.then(() => "ended" as const);
	const until = performance.now() + timeoutSeconds * 1000;
	while (!signal.aborted) {
		const pause = new AbortController();
		const waited = sleep(lookMs, { signal: AbortSignal.any([signal, pause.signal]) }).then(
			() => "waited" as const,
			() => "waited" as const,
		);
		const first = await Promise.race([ended, waited]);
		pause.abort();
		if (first === "ended") return undefined;
		if (performance.now() >= until) return `It was stopped after ${timeoutSeconds} seconds.`;
		if (statSync(outputFile).size > maxOutputBytes) return "It was stopped because it printed more than 50 MB.";
	}
	return "The task was stopped.";
}

function readTail(file: string): Uint8Array {
	const handle = openSync(file, "r");
	try {
		const { size } = fstatSync(handle);
		const bytes = new Uint8Array(Math.min(size, keptBytes));
		const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length);
		return bytes.subarray(0, read);
	} finally {
		closeSync(handle);
	}
}
