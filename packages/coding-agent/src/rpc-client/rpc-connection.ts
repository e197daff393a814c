import { spawn } from "node:child_process";
import { ChunkAssembler, isChunk } from "../rpc-protocol/chunks.ts";
import type { ResponseFrame } from "../rpc-protocol/frames.ts";
import { maxReassembledFrameBytes } from "../rpc-protocol/limits.data.ts";
import { splitLines } from "../rpc-protocol/line-splitter.ts";
import { deferred } from "./deferred.ts";

export type Frame = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface ConnectionOptions {
	readonly command: readonly string[];
	readonly cwd?: string | undefined;
	readonly env?: Readonly<Record<string, string | undefined>> | undefined;
	readonly onFrame: (frame: Frame) => void;
	/** The process has exited. */
	readonly onEnd: (error: Error) => void;
}

/** The server responded with an error. */
export class RpcCommandError extends Error {
	override readonly name = "RpcCommandError";
	constructor(
		readonly command: string,
		message: string,
		readonly code?: string,
	) {
		super(message);
	}
}

export interface RequestOptions {
	readonly timeoutMs?: number;
	/** Called when an accepted request fails later. */
	readonly onLateFailure?: (error: RpcCommandError) => void;
}

interface Pending {
	readonly resolve: (data: unknown) => void;
	readonly reject: (error: Error) => void;
}

const readyWithinMs = 30_000;
const maxKeptStderr = 256 << 10;

/** A running omp and its pipes; matches responses to requests by id. */
export class RpcConnection {
	readonly #options: ConnectionOptions;
	readonly #child;
	readonly #pending = new Map<string, Pending>();
	readonly #lateFailures = new Map<string, (error: RpcCommandError) => void>();
	readonly #ready = deferred<void>();
	readonly #exited: Promise<void>;
	readonly #ended: Promise<void>;
	#requests = 0;
	#stderr = "";
	#startError: Error | undefined;
	#end: Error | undefined;

	constructor(options: ConnectionOptions) {
		this.#options = options;
		const [program = "", ...args] = options.command;
		this.#child = spawn(program, args, {
			...(options.cwd !== undefined && { cwd: options.cwd }),
			...(options.env && { env: { ...options.env } }),
			stdio: "pipe",
		});
		// Writing to a process that has exited; `#onEnd` tells.
		this.#child.stdin.on("error", () => {});
		this.#exited = new Promise((resolve) => {
			this.#child.once("exit", () => resolve());
			this.#child.once("error", (error) => {
				this.#startError = error;
				resolve();
			});
		});
		const reading = [this.#readFrames(), this.#readStderr()].map((read) =>
			read.catch((error) => this.#onUnread(error)),
		);
		this.#ended = Promise.all([...reading, this.#exited]).then(() => this.#onEnd());
	}

	get stderr(): string {
		return this.#stderr;
	}

	get pid(): number {
		return this.#child.pid ?? -1;
	}

	/** Resolves with the `ready` frame; rejects with stderr when the process exits before. */
	async ready(): Promise<void> {
		await within(readyWithinMs, this.#ready.promise, "omp did not become ready");
	}

	/** Sends a command and returns the data of the response. */
	async request(command: string, fields: object, options: RequestOptions = {}): Promise<unknown> {
		if (this.#end) throw this.#end;
		const id = `req_${++this.#requests}`;
		if (options.onLateFailure) this.#lateFailures.set(id, options.onLateFailure);
		const { promise, resolve, reject } = deferred<unknown>();
		this.#pending.set(id, { resolve, reject });
		try {
			await this.send({ id, type: command, ...fields });
			const { timeoutMs } = options;
			return await (timeoutMs === undefined ? promise : within(timeoutMs, promise, `${command} was not answered`));
		} finally {
			this.#pending.delete(id);
		}
	}

	async send(frame: object): Promise<void> {
		const text = `${JSON.stringify(frame)}\n`;
		await new Promise<void>((resolve) => this.#child.stdin.write(text, () => resolve()));
	}

	/** Closes stdin and waits; after `graceMs` sends a signal, on which the session is saved. */
	async stop(graceMs: number): Promise<number | null> {
		this.#child.stdin.end();
		const timer = setTimeout(() => this.kill("SIGTERM"), graceMs);
		await this.#exited;
		clearTimeout(timer);
		await this.#ended;
		return this.#child.exitCode;
	}

	kill(signal: NodeJS.Signals): void {
		this.#child.kill(signal);
	}

	async #readFrames(): Promise<void> {
		const assembler = new ChunkAssembler();
		for await (const line of splitLines(this.#child.stdout, maxReassembledFrameBytes * 2)) {
			if (!("text" in line) || line.text.trim() === "") continue;
			const frame = JSON.parse(line.text);
			const json = isChunk(frame) ? assembler.add(frame) : undefined;
			if (json !== undefined) this.#take(JSON.parse(json));
			else if (!isChunk(frame)) this.#take(frame);
		}
	}

	async #readStderr(): Promise<void> {
		for await (const chunk of this.#child.stderr.setEncoding("utf8")) {
			this.#stderr = (this.#stderr + chunk).slice(-maxKeptStderr);
		}
	}

	#take(frame: Frame): void {
		if (frame.type === "ready") this.#ready.resolve();
		if (frame.type === "response") this.#settle(frame as unknown as ResponseFrame);
		else this.#options.onFrame(frame);
	}

	#settle(response: ResponseFrame): void {
		const id = response.id ?? "";
		const pending = this.#pending.get(id);
		// A second response with the same id reports a late failure.
		this.#pending.delete(id);
		if (response.success) {
			pending?.resolve(response.data);
			return;
		}
		const error = new RpcCommandError(response.command ?? "", response.error, response.code);
		if (pending) pending.reject(error);
		else this.#lateFailures.get(id)?.(error);
	}

	/** Its output ended early, as that of a process that was never there, or is not omp's. */
	#onUnread(error: unknown): void {
		if (error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
		this.#stderr += `\n${error instanceof Error ? error.message : String(error)}`;
		this.kill("SIGTERM");
	}

	#describeEnd(): string {
		if (this.#startError) return `omp could not be started: ${this.#startError.message}`;
		const words = this.#stderr.trim();
		const { exitCode, signalCode } = this.#child;
		const how = signalCode === null ? `code ${exitCode}` : `signal ${signalCode}`;
		return `omp exited with ${how}${words ? `: ${words}` : ""}`;
	}

	#onEnd(): void {
		const error = new Error(this.#describeEnd());
		this.#end = error;
		this.#ready.reject(error);
		// Avoid an unhandled rejection when nothing awaits `ready`.
		this.#ready.promise.catch(() => {});
		for (const { reject } of this.#pending.values()) reject(error);
		this.#options.onEnd(error);
	}
}

/** Rejects after a timeout. */
export async function within<T>(timeoutMs: number, promise: Promise<T>, what: string): Promise<T> {
	const { promise: late, reject } = deferred<never>();
	const timer = setTimeout(() => reject(new Error(`${what} within ${timeoutMs} ms`)), timeoutMs);
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
}
