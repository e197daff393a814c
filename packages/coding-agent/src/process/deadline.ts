import type { CliIo } from "./io.ts";

/** The moment when a run has to be over, if there is one. */
export class Deadline implements Disposable {
	/** Settles when the time is up. */
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

	/** The exit code of what ended by itself, or what the lack of time makes of it. */
	async exitCode(code: number, io: Pick<CliIo, "stderr">): Promise<number> {
		if (!this.#hasPassed) return code;
		await io.stderr.write("Deadline exceeded\n");
		return 1;
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
	}
}
