import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ServerError } from "../contract/server-error.ts";
import type { LinterRun } from "./linter.ts";

export interface LinterOutput {
	readonly stdout: string;
	readonly stderr: string;
	readonly exitCode: number;
}

const timeoutMs = 15_000;
const maxOutputBytes = 32 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
const killGraceMs = 200;

/** Runs a program with the text as its input. Throws a `ServerError` when it cannot, takes too long or prints too much. */
export async function runLinter(
	{ command, root, env, inBox, text, signal }: LinterRun,
	args: readonly string[],
): Promise<LinterOutput> {
	signal.throwIfAborted();
	const words = [command, ...args];
	const child = start(inBox?.(words) ?? words, { root, env, text });
	const tree = treeRoot(child.pid);
	const unwatch = killOnExit(child.pid);
	const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
	const { promise: stopped, reject } = Promise.withResolvers<never>();
	const onLimit = () => reject(signal.aborted ? signal.reason : timeoutError(command));
	limit.addEventListener("abort", onLimit, { once: true });
	try {
		const work = Promise.all([
			readText(child.stdout, maxOutputBytes, command),
			readText(child.stderr, maxErrorBytes, command),
			child.exited,
		]);
		const [stdout, stderr, exitCode] = await Promise.race([work, stopped]);
		return { stdout, stderr, exitCode };
	} finally {
		limit.removeEventListener("abort", onLimit);
		await killTree(tree, { graceMs: killGraceMs });
		unwatch();
	}
}

function start(argv: readonly string[], { root, env, text }: Pick<LinterRun, "root" | "env" | "text">) {
	try {
		return Bun.spawn([...argv], {
			cwd: root,
			env: { ...env },
			stdin: Buffer.from(text),
			stdout: "pipe",
			stderr: "pipe",
			detached: true,
		});
	} catch (error) {
		throw new ServerError("start", `Cannot start "${argv[0]}": ${errorMessage(error)}`, { cause: error });
	}
}

async function readText(stream: ReadableStream<Uint8Array>, maxBytes: number, command: string): Promise<string> {
	const decoder = new TextDecoder();
	const parts: string[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > maxBytes) throw new ServerError("protocol", `${command} printed more than ${maxBytes} bytes`);
		parts.push(decoder.decode(chunk, { stream: true }));
	}
	return parts.join("");
}

function timeoutError(command: string): ServerError {
	return new ServerError("timeout", `${command} took more than ${timeoutMs / 1000} s`);
}
