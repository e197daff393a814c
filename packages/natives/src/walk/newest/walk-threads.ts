import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** How long an idle thread waits for the next walk before it exits. */
const restMs = 10_000;

/** A pool of worker threads for walks; started on demand, stopped when idle. */
export class WalkThreads {
	readonly #most: number;
	readonly #start: () => Worker;
	readonly #alive = new Set<Worker>();
	readonly #resting = new Map<Worker, ReturnType<typeof setTimeout>>();

	constructor({ most = sparedProcessors(), start = startThread } = {}) {
		this.#most = most;
		this.#start = start;
	}

	/** Whether there are idle threads. */
	get areReady(): boolean {
		return this.#resting.size > 0;
	}

	/** All idle threads; may be empty. */
	borrow(): Worker[] {
		const workers = [...this.#resting.keys()];
		while (this.#alive.size < this.#most) workers.push(this.#startOne());
		for (const worker of workers) {
			this.#endRest(worker);
			worker.ref();
		}
		return workers;
	}

	giveBack(worker: Worker): void {
		if (!this.#alive.has(worker)) return;
		worker.unref();
		const rest = setTimeout(() => this.discard(worker), restMs);
		rest.unref();
		this.#resting.set(worker, rest);
	}

	/** For a thread that failed, does not answer, or is no longer needed. */
	discard(worker: Worker): void {
		this.#forget(worker);
		void ignoreFailure(worker.terminate(), "the worker has exited already");
	}

	#startOne(): Worker {
		const worker = this.#start();
		this.#alive.add(worker);
		// Borrowers listen for errors themselves; an idle thread that fails is just removed.
		return worker.on("error", () => {}).on("exit", () => this.#forget(worker));
	}

	#forget(worker: Worker): void {
		this.#endRest(worker);
		this.#alive.delete(worker);
	}

	#endRest(worker: Worker): void {
		clearTimeout(this.#resting.get(worker));
		this.#resting.delete(worker);
	}
}

/** One processor is for the walk itself. More than a few threads only wait for the file system. */
function sparedProcessors(): number {
	return Math.min(3, availableParallelism() - 1);
}

/** Its file is beside this one, as source or built. */
function startThread(): Worker {
	const file = import.meta.url.endsWith(".ts") ? "./walk-thread.ts" : "./walk-thread.js";
	return new Worker(new URL(file, import.meta.url));
}
