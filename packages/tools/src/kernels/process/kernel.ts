import { killFirstOnOom } from "@oh-my-pi/pi-natives/process/process-memory";
import { killTree, type TreeRoot } from "@oh-my-pi/pi-natives/process/process-tree";
import type { KernelFrame, KernelRequest } from "./frame.ts";
import { RawOutput } from "./raw-output.ts";

/** A process that runs cells, however it is talked to. */
export interface KernelProcess extends TreeRoot {
	readonly exited: Promise<unknown>;
	readonly exitCode: number | null;
	send(message: KernelRequest | { readonly type: "exit" }): void;
	/** Asks the cell to stop and the process to go on; absent where that cannot be done. */
	interrupt?(): void;
	onFrame(listener: (frame: KernelFrame) => void): void;
	/** The streams that user code and its children may write to directly. */
	readonly raw: readonly AsyncIterable<Uint8Array>[];
}

export interface CellRun {
	readonly code: string;
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly onFrame: (frame: KernelFrame) => void;
	/** What came past the wire. */
	readonly onText: (text: string) => void;
}

export type CellEnd =
	| { readonly kind: "done"; readonly status: "ok" | "error"; readonly cancelled: boolean }
	| { readonly kind: "died"; readonly exitCode: number | null };

/** Written past the wire and still on its way when a cell is done, it is waited for no longer than this. */
const rawDrainMs = 200;
const endGraceMs = 500;

/** One cell after another in one process, whose state they share. */
export class Kernel {
	readonly #process: KernelProcess;
	#current: { readonly id: string; readonly run: CellRun; markers: number } | undefined;
	#count = 0;
	#done: (frame: Extract<KernelFrame, { type: "done" }>) => void = () => {};
	#drained: () => void = () => {};
	isAlive = true;

	constructor(process: KernelProcess) {
		this.#process = process;
		killFirstOnOom(process.pid);
		process.onFrame((frame) => this.#take(frame));
		for (const stream of process.raw) void this.#readRaw(stream);
		void process.exited.finally(() => {
			this.isAlive = false;
		});
	}

	get pid(): number {
		return this.#process.pid;
	}

	get canInterrupt(): boolean {
		return this.#process.interrupt !== undefined;
	}

	async run(run: CellRun): Promise<CellEnd> {
		const id = `r${++this.#count}`;
		this.#current = { id, run, markers: 0 };
		const done = new Promise<Extract<KernelFrame, { type: "done" }>>((resolve) => {
			this.#done = resolve;
		});
		const drained = new Promise<void>((resolve) => {
			this.#drained = resolve;
		});
		const { code, cwd, env } = run;
		this.#process.send({ id, code, silent: false, storeHistory: true, cwd, ...(env && { env }) });
		const died = this.#process.exited.then(() => undefined);
		const frame = await Promise.race([done, died]);
		await Promise.race([drained, Bun.sleep(frame ? rawDrainMs : endGraceMs)]);
		this.#current = undefined;
		if (!frame) return { kind: "died", exitCode: this.#process.exitCode };
		return { kind: "done", status: frame.status, cancelled: frame.cancelled };
	}

	interrupt(): void {
		this.#process.interrupt?.();
	}

	/** Ends it for good, politely when it listens. */
	async kill(): Promise<void> {
		if (this.isAlive) this.#process.send({ type: "exit" });
		await killTree(this.#process, { graceMs: endGraceMs });
	}

	#take(frame: KernelFrame): void {
		const current = this.#current;
		if (!current || frame.id !== current.id) return;
		if (frame.type === "done") this.#done(frame);
		else current.run.onFrame(frame);
	}

	async #readRaw(stream: AsyncIterable<Uint8Array>): Promise<void> {
		const output = new RawOutput({
			onText: (text) => this.#current?.run.onText(text),
			onMarker: (id) => this.#passMarker(id),
		});
		for await (const bytes of stream) output.push(bytes);
		const { id } = this.#current ?? {};
		if (id !== undefined) this.#passMarker(id);
	}

	/** Each stream has one; behind the last, nothing of the cell is left. */
	#passMarker(id: string): void {
		const current = this.#current;
		if (current?.id === id && ++current.markers >= this.#process.raw.length) this.#drained();
	}
}
