import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { ChunkAssembler, isChunk } from "../../../../rpc-protocol/chunks.ts";
import { maxReassembledFrameBytes } from "../../../../rpc-protocol/limits.data.ts";
import { splitLines } from "../../../../rpc-protocol/line-splitter.ts";

export type Frame = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface ChildOptions {
	readonly command: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Everything but answers to commands. */
	readonly onFrame: (frame: Frame) => void;
}

const maxKeptStderr = 64 << 10;
/** Long, and of no use here. */
const unread = '{"type":"available_commands_update"';

/**
 * An omp that this worker controls over its pipes. It has a process group of its own and is killed with the worker, also when that is
 * killed itself.
 */
export class AgentChild implements AsyncDisposable {
	readonly pid: number;
	/** Resolves with what it said at the end; never rejects. */
	readonly exited: Promise<string>;
	readonly #child;
	readonly #onFrame: (frame: Frame) => void;
	readonly #pending = new Map<string, PromiseWithResolvers<unknown>>();
	readonly #forget: () => void;
	#requests = 0;
	#stderr = "";
	#end: Error | undefined;

	constructor({ command, cwd, env, onFrame }: ChildOptions) {
		this.#onFrame = onFrame;
		this.#child = Bun.spawn([...command], {
			cwd,
			env: { ...env },
			stdin: "pipe",
			stdout: "pipe",
			stderr: "pipe",
			detached: true,
		});
		this.pid = this.#child.pid;
		this.#forget = killOnExit(this.pid);
		this.exited = this.#readAll();
	}

	/** Sends a command and gives the data of its answer. */
	async request(command: string, fields: object = {}): Promise<unknown> {
		if (this.#end) throw this.#end;
		const id = `fleet_${++this.#requests}`;
		const pending = Promise.withResolvers<unknown>();
		this.#pending.set(id, pending);
		this.send({ id, type: command, ...fields });
		return pending.promise;
	}

	send(frame: object): void {
		void ignoreFailure(() => {
			this.#child.stdin.write(`${JSON.stringify(frame)}\n`);
			return this.#child.stdin.flush();
		}, "a child that has exited is noticed by its end");
	}

	/** At once: what counts has been shipped, and what it started is killed with it. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#kill();
		await this.exited;
		this.#forget();
	}

	#kill(): void {
		if (this.#end) return;
		try {
			process.kill(-this.pid, "SIGKILL");
		} catch {
			// It has exited.
		}
	}

	async #readAll(): Promise<string> {
		await Promise.all([
			this.#readFrames().catch((error) => this.#broken(error)),
			this.#readStderr(),
			this.#child.exited,
		]);
		const { exitCode, signalCode } = this.#child;
		const words = this.#stderr.trim();
		const how = `omp ended with ${signalCode ?? `exit code ${exitCode}`}${words ? `: ${words.slice(-2000)}` : ""}`;
		this.#end = new Error(how);
		for (const { reject } of this.#pending.values()) reject(this.#end);
		return how;
	}

	/** Without its frames nobody knows what it does. */
	#broken(error: unknown): void {
		this.#stderr += `\n${String(error)}`;
		this.#kill();
	}

	async #readFrames(): Promise<void> {
		const assembler = new ChunkAssembler();
		for await (const line of splitLines(this.#child.stdout, maxReassembledFrameBytes * 2)) {
			if (!("text" in line) || line.text.trim() === "" || line.text.startsWith(unread)) continue;
			const frame = JSON.parse(line.text);
			const json = isChunk(frame) ? assembler.add(frame) : undefined;
			if (json !== undefined) this.#take(JSON.parse(json));
			else if (!isChunk(frame)) this.#take(frame);
		}
	}

	async #readStderr(): Promise<void> {
		for await (const chunk of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
			this.#stderr = (this.#stderr + chunk).slice(-maxKeptStderr);
		}
	}

	#take(frame: Frame): void {
		if (frame.type !== "response") {
			this.#onFrame(frame);
			return;
		}
		const pending = this.#pending.get(String(frame.id));
		this.#pending.delete(String(frame.id));
		if (!pending) {
			// An accepted command that failed later.
			if (frame.success === false) this.#onFrame({ ...frame, type: "late_failure" });
		} else if (frame.success) pending.resolve(frame.data);
		else pending.reject(new Error(String(frame.error)));
	}
}
