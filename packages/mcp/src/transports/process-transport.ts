import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree, type TreeRoot, treeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { LineSplitter } from "@oh-my-pi/pi-utils/text/split-lines";
import type { ServerConfig } from "../server/server-config.ts";
import { ServerError } from "../server/server-error.ts";
import { type MessageSink, parseMessage, pretendAnswer } from "./messages.ts";

export interface ProcessOptions extends Pick<ServerConfig, "command" | "args" | "env" | "cwd"> {
	readonly maxMessageBytes: number;
	readonly onProblem: (problem: string) => void;
}

const stderrBytes = 16 * 1024;
/** What may wait for a server that does not read. */
const maxUnsentBytes = 64 * 1024 * 1024;
const killGraceMs = 500;
const drainMs = 250;

/** A server as a child process: one JSON object a line. It is killed with its descendants, also when omp is. */
export class ProcessTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: MessageSink;
	readonly #options: ProcessOptions;
	#child: Bun.Subprocess<"pipe", "pipe", "pipe"> | undefined;
	#root: TreeRoot | undefined;
	#unwatch: (() => void) | undefined;
	#unsent: string[] = [];
	#unsentBytes = 0;
	#isSending = false;
	#stderr = "";
	#isClosed = false;

	constructor(options: ProcessOptions) {
		this.#options = options;
	}

	/** The last of what the server wrote to its error output. */
	get stderr(): string {
		return this.#stderr;
	}

	get pid(): number | undefined {
		return this.#child?.pid;
	}

	async start(): Promise<void> {
		const { command = "", args = [], env, cwd } = this.#options;
		try {
			const child = Bun.spawn([command, ...args], {
				stdin: "pipe",
				stdout: "pipe",
				stderr: "pipe",
				detached: true,
				...(env && { env: { ...env } }),
				...(cwd && { cwd }),
			});
			this.#child = child;
			this.#root = treeRoot(child.pid);
			this.#unwatch = killOnExit(child.pid);
			void this.#readErrors(child.stderr);
			void this.#watch(child, this.#read(child.stdout));
		} catch (error) {
			throw new ServerError("closed", `Cannot start "${command}": ${startFailure(error)}`, { cause: error });
		}
	}

	/** Resolves at once: a server that does not read must not hold up timeouts and cancellation. */
	send(message: JSONRPCMessage): Promise<void> {
		if (this.#isClosed || !this.#child) return Promise.reject(new ServerError("closed", "Transport closed"));
		const line = `${JSON.stringify(message)}\n`;
		this.#unsentBytes += line.length;
		if (this.#unsentBytes > maxUnsentBytes) {
			this.#ended("it does not read what is sent to it");
			return Promise.reject(new ServerError("closed", "Transport closed"));
		}
		this.#unsent.push(line);
		if (!this.#isSending) void this.#sendAll(this.#child.stdin);
		return Promise.resolve();
	}

	async close(): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#unsent = [];
		this.onclose?.();
		await this.#kill();
	}

	async #sendAll(stdin: Bun.FileSink): Promise<void> {
		this.#isSending = true;
		try {
			for (let line = this.#unsent.shift(); line !== undefined; line = this.#unsent.shift()) {
				stdin.write(line);
				await stdin.flush();
				this.#unsentBytes -= line.length;
			}
		} catch (error) {
			// Its end is noticed by its exit, and a server may close its input and still answer.
			this.onerror?.(error instanceof Error ? error : new Error(String(error)));
		} finally {
			this.#isSending = false;
		}
	}

	async #read(stdout: ReadableStream<Uint8Array>): Promise<void> {
		const { maxMessageBytes, onProblem } = this.#options;
		const lines = new LineSplitter({
			maxBytes: maxMessageBytes,
			onLine: (line) => {
				const message = parseMessage(line);
				if (message) this.onmessage?.(message);
				else if (line.trim() !== "") onProblem("writes text that is no JSON-RPC message to its standard output");
			},
			onTooLong: (bytes, ends) => {
				onProblem(`sent a message of ${bytes} bytes, more than ${maxMessageBytes}`);
				const answer = pretendAnswer(ends, `The answer is too large (${bytes} bytes)`);
				if (answer) this.onmessage?.(answer);
			},
		});
		const pause = new Pause();
		try {
			for await (const chunk of stdout) {
				if (this.#isClosed) return;
				lines.push(chunk);
				await pause.whenDue();
			}
		} catch (error) {
			this.onerror?.(error instanceof Error ? error : new Error(String(error)));
		}
	}

	/** What it wrote before it exited still counts, but its descendants may keep the pipe open. */
	async #watch(child: Bun.Subprocess, drained: Promise<void>): Promise<void> {
		await Promise.race([child.exited, drained]);
		await Promise.race([Promise.all([child.exited, drained]), Bun.sleep(drainMs)]);
		const { exitCode, signalCode } = child;
		const hasExited = exitCode !== null || signalCode !== null;
		this.#ended(hasExited ? `it exited with ${signalCode ?? `code ${exitCode}`}` : "it closed its standard output");
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

	#ended(reason: string): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#unsent = [];
		this.onerror?.(new ServerError("closed", reason));
		this.onclose?.();
		void this.#kill();
	}

	/** Also after its exit: what it started may go on. */
	async #kill(): Promise<void> {
		const root = this.#root;
		this.#root = undefined;
		if (!root) return;
		await killTree(root, { graceMs: killGraceMs });
		this.#unwatch?.();
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
