const maxPaths = 1000;

/**
 * Where files really were when a call was judged: between that and the write, a link in the path may have become another. A call
 * is held to its judgment, and the oldest one counts until something was written.
 */
export class JudgedPaths {
	readonly #real = new Map<string, string>();

	judge(path: string, realPath: string): void {
		if (this.#real.has(path)) return;
		// Calls that were never made leave theirs behind.
		const [oldest] = this.#real.keys();
		if (this.#real.size >= maxPaths && oldest !== undefined) this.#real.delete(oldest);
		this.#real.set(path, realPath);
	}

	find(path: string): string | undefined {
		return this.#real.get(path);
	}

	forget(path: string): void {
		this.#real.delete(path);
	}
}
