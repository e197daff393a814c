import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** How long a thread waits for the next walk before it goes. */
const restMs = 10_000;

/** Threads that help walks along; they start when a walk asks, and go when none has asked for a while. */
export class WalkThreads {
	readonly #most: number;
	readonly #start: () => Worker;
	readonly #alive = new Set<Worker>();
	readonly #resting = new Map<Worker, ReturnType<typeof setTimeout>>();

	constructor({ most = sparedProcessors(), start = startThread } = {}) {
		this.#most = most;
		this.#start = start;
	}

	/** There are some that need not be started. */
	get areReady(): boolean {
		return this.#resting.size > 0;
	}

	/** All that nobody has; none is an answer too. */
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

	/** For one that failed, does not answer, or is needed no more. */
	discard(worker: Worker): void {
		this.#forget(worker);
		void ignoreFailure(worker.terminate(), "the worker has exited already");
	}

	#startOne(): Worker {
		const worker = this.#start();
		this.#alive.add(worker);
		// Whoever borrows it hears of its end; one that fails at rest is only gone.
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

/** One has the walk itself. Beyond a few, the file system is what they wait for. */
function sparedProcessors(): number {
	return Math.min(3, availableParallelism() - 1);
}

/** Its program is beside this file, whether as source or as built. */
function startThread(): Worker {
	const file = import.meta.url.endsWith(".ts") ? "./walk-thread.ts" : "./walk-thread.js";
	return new Worker(new URL(file, import.meta.url));
}
