/** What a pool needs to know of a kernel. */
export interface Poolable {
	readonly isAlive: boolean;
	kill(): Promise<void>;
}

export interface PoolOptions {
	readonly now: () => number;
	readonly maxKernels?: number;
	readonly idleMs?: number;
}

interface Kept<Kernel> {
	readonly kernel: Kernel;
	readonly usedAt: number;
}

const sweepMs = 60_000;

/** Kernels that are kept between calls: not too many, and none that nobody has used for long. */
export class KernelPool<Kernel extends Poolable> implements AsyncDisposable {
	readonly #options: Required<PoolOptions>;
	readonly #kept = new Map<string, Kept<Kernel>>();
	readonly #resets = new Map<string, Promise<void>>();
	#sweeper: Timer | undefined;

	constructor(options: PoolOptions) {
		this.#options = { maxKernels: 8, idleMs: 30 * 60_000, ...options };
	}

	/** The kernel for this purpose; one that has died is replaced. */
	take(key: string, start: () => Kernel): Kernel {
		const { now } = this.#options;
		const found = this.#kept.get(key);
		const kernel = found?.kernel.isAlive ? found.kernel : start();
		// Put at the end, so that the first is the one that was used longest ago.
		this.#kept.delete(key);
		this.#kept.set(key, { kernel, usedAt: now() });
		this.#letGo();
		this.#sweeper ??= setInterval(() => this.#letGo(), sweepMs);
		this.#sweeper.unref();
		return kernel;
	}

	/** Ends a kernel, so that the next call has a fresh one; several at once are one. */
	reset(key: string): Promise<void> {
		const running = this.#resets.get(key);
		if (running) return running;
		const kernel = this.#kept.get(key)?.kernel;
		this.#kept.delete(key);
		const reset = (kernel?.kill() ?? Promise.resolve()).finally(() => this.#resets.delete(key));
		this.#resets.set(key, reset);
		return reset;
	}

	get size(): number {
		return this.#kept.size;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		clearInterval(this.#sweeper);
		this.#sweeper = undefined;
		await Promise.all([...this.#kept.keys()].map((key) => this.reset(key)));
	}

	#letGo(): void {
		const { now, idleMs, maxKernels } = this.#options;
		const keys = [...this.#kept].filter(([, { usedAt }]) => now() - usedAt > idleMs).map(([key]) => key);
		const surplus = [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - maxKernels));
		for (const key of new Set([...keys, ...surplus])) void this.reset(key);
	}
}
