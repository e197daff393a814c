import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { killOnExit } from "./guardian.ts";
import { killTree, type TreeRoot, treeRoot } from "./process-tree.ts";

export interface StdioProcessOptions {
	readonly command: string;
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	/** A piece of its standard output. What it throws ends the process with that reason. */
	readonly onData: (chunk: Uint8Array) => void;
	/** Writing to its input failed; its end is reported by `onEnd`. */
	readonly onWriteError?: (error: Error) => void;
	/** It has exited, closed its output, or was given up; never after `close`. */
	readonly onEnd: (reason: string) => void;
}

const stderrBytes = 16 * 1024;
/** What may wait for a process that does not read. */
const maxUnsentBytes = 64 * 1024 * 1024;
const killGraceMs = 500;
const drainMs = 250;

/** A child process that is talked to over its standard input and output. It is killed with its descendants, also when omp is. */
export class StdioProcess {
	readonly #options: StdioProcessOptions;
	readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
	readonly #unwatch: () => void;
	#root: TreeRoot | undefined;
	#unsent: Array<string | Uint8Array> = [];
	#unsentBytes = 0;
	#isSending = false;
	#stderr = "";
	#isClosed = false;

	/** Throws when the program cannot be started, with the reason for people. */
	constructor(options: StdioProcessOptions) {
		const { command, args = [], env, cwd } = options;
		this.#options = options;
		try {
			this.#child = Bun.spawn([command, ...args], {
				stdin: "pipe",
				stdout: "pipe",
				stderr: "pipe",
				detached: true,
				...(env && { env: { ...env } }),
				...(cwd && { cwd }),
			});
		} catch (error) {
			throw new Error(`Cannot start "${command}": ${startFailure(error)}`, { cause: error });
		}
		this.#root = treeRoot(this.#child.pid);
		this.#unwatch = killOnExit(this.#child.pid);
		const stderr = this.#readErrors(this.#child.stderr);
		void this.#watch(this.#read(this.#child.stdout), stderr);
	}

	get pid(): number {
		return this.#child.pid;
	}

	get isClosed(): boolean {
		return this.#isClosed;
	}

	/** The last of what it wrote to its error output. */
	get stderr(): string {
		return this.#stderr;
	}

	/** Returns at once: a process that does not read must not hold up timeouts and cancellation. `false` when it has ended. */
	send(data: string | Uint8Array): boolean {
		if (this.#isClosed) return false;
		this.#unsentBytes += data.length;
		if (this.#unsentBytes > maxUnsentBytes) {
			this.#end("it does not read what is sent to it");
			return false;
		}
		this.#unsent.push(data);
		if (!this.#isSending) void this.#sendAll();
		return true;
	}

	/** Resolves when it and its descendants are gone. */
	async close(): Promise<void> {
		this.#isClosed = true;
		this.#unsent = [];
		await this.#kill();
	}

	async #sendAll(): Promise<void> {
		const { stdin } = this.#child;
		this.#isSending = true;
		try {
			for (let data = this.#unsent.shift(); data !== undefined; data = this.#unsent.shift()) {
				stdin.write(data);
				await stdin.flush();
				this.#unsentBytes -= data.length;
			}
		} catch (error) {
			// Its end is noticed by its exit, and a process may close its input and still answer.
			this.#options.onWriteError?.(error instanceof Error ? error : new Error(String(error)));
		} finally {
			this.#isSending = false;
		}
	}

	async #read(stdout: ReadableStream<Uint8Array>): Promise<void> {
		const pause = new Pause();
		try {
			for await (const chunk of stdout) {
				if (this.#isClosed) return;
				this.#options.onData(chunk);
				await pause.whenDue();
			}
		} catch (error) {
			this.#end(error instanceof Error ? error.message : String(error));
		}
	}

	/** What it wrote before it exited still counts, but its descendants may keep the pipe open. */
	async #watch(drained: Promise<void>, stderr: Promise<void>): Promise<void> {
		const child = this.#child;
		await Promise.race([child.exited, drained]);
		await Promise.race([Promise.all([child.exited, drained, stderr]), Bun.sleep(drainMs)]);
		const { exitCode, signalCode } = child;
		const hasExited = exitCode !== null || signalCode !== null;
		this.#end(hasExited ? `it exited with ${signalCode ?? `code ${exitCode}`}` : "it closed its standard output");
	}

	async #readErrors(stderr: ReadableStream<Uint8Array>): Promise<void> {
		const decoder = new TextDecoder();
		const pause = new Pause();
		await ignoreFailure(async () => {
			for await (const chunk of stderr) {
				const text = decoder.decode(chunk.subarray(-stderrBytes), { stream: true });
				this.#stderr = (this.#stderr + text).slice(-stderrBytes);
				await pause.whenDue();
			}
		}, "its error output is only for people");
	}

	#end(reason: string): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#unsent = [];
		this.#options.onEnd(reason);
		void this.#kill();
	}

	/** Also after its exit: what it started may go on. */
	async #kill(): Promise<void> {
		const root = this.#root;
		this.#root = undefined;
		if (!root) return;
		await killTree(root, { graceMs: killGraceMs });
		this.#unwatch();
	}
}

/** In a flood, gives timers and keys their turn. */
class Pause {
	#lastMs = performance.now();

	async whenDue(): Promise<void> {
		if (performance.now() - this.#lastMs < 5) return;
		await Bun.sleep(0);
		this.#lastMs = performance.now();
	}
}

/** The runtime's texts name its own variables. */
function startFailure(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const code = "code" in error ? error.code : undefined;
	if (code === "ENOENT" || /not found in \$PATH/.test(error.message)) return "no such program";
	return code === "EACCES" ? "it is not executable" : error.message;
}
