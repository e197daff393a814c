import type { CliIo } from "../terminal/io.ts";

/** The deadline of `--max-time`, if set. */
export class Deadline implements Disposable {
	/** Resolves at the deadline. */
	readonly passed: Promise<void>;
	#hasPassed = false;
	readonly #timer: ReturnType<typeof setTimeout> | undefined;

	constructor(limitMs: number | undefined) {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.passed = promise;
		if (limitMs === undefined) return;
		this.#timer = setTimeout(() => {
			this.#hasPassed = true;
			resolve();
		}, limitMs);
	}

	get hasPassed(): boolean {
		return this.#hasPassed;
	}

	/** The given exit code, or that of a timeout after the deadline. */
	async exitCode(code: number, io: Pick<CliIo, "stderr">): Promise<number> {
		if (!this.#hasPassed) return code;
		await io.stderr.write("Deadline exceeded\n");
		return 1;
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
	}
}
