import { killTree, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";

export interface ShellCommandResult {
	readonly stdout: string;
	readonly stderr: string;
	/** `undefined` when it was stopped. */
	readonly exitCode: number | undefined;
}

export interface ShellCommandOptions {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly stdin: string;
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
	/** How it is started; as it is without. */
	readonly inBox?: InBox | undefined;
}

const maxOutput = 1024 * 1024;
/** Once the command has ended: what it left in the background may keep its output open. */
const drainMs = 500;

/** Runs a command in a shell of its own, and everything it started ends with it at the time limit or an abort. */
export async function runShellCommand(command: string, options: ShellCommandOptions): Promise<ShellCommandResult> {
	const { cwd, env, stdin, timeoutMs, signal, inBox } = options;
	const words = ["/bin/sh", "-c", command];
	const child = Bun.spawn([...(inBox?.(words) ?? words)], {
		cwd,
		env: { ...env },
		stdin: new Blob([stdin]),
		stdout: "pipe",
		stderr: "pipe",
		detached: true,
	});
	const root = treeRoot(child.pid);
	let isStopped = false;
	const stop = () => {
		isStopped = true;
		void killTree(root, { graceMs: 200 });
	};
	const timer = setTimeout(stop, timeoutMs);
	if (signal?.aborted) stop();
	signal?.addEventListener("abort", stop, { once: true });
	try {
		const output = [collect(child.stdout), collect(child.stderr)] as const;
		const exitCode = await child.exited;
		const drained = Promise.all(output.map(({ done }) => done));
		await Promise.race([drained, Bun.sleep(drainMs)]);
		const [stdout, stderr] = [output[0].text(), output[1].text()];
		return { stdout, stderr, exitCode: isStopped ? undefined : exitCode };
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener("abort", stop);
	}
}

function collect(stream: ReadableStream<Uint8Array>): { readonly done: Promise<void>; readonly text: () => string } {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const read = async () => {
		for await (const chunk of stream) {
			if (size < maxOutput) chunks.push(chunk);
			size += chunk.length;
		}
	};
	return { done: read().catch(() => {}), text: () => Buffer.concat(chunks).toString("utf8").slice(0, maxOutput) };
}
