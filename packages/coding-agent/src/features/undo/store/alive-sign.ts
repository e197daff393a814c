import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

const aliveEveryMs = 250;
/** A process that is alive may be late with its sign by this much. */
export const aliveMarginMs = 1500;

/** Signs of life while calls run: what changed after the last one was not changed by them. */
export class AliveSign implements Disposable {
	readonly #file: number;
	#timer: ReturnType<typeof setInterval> | undefined;

	constructor(folder: string) {
		this.#file = openSync(alivePath(folder), "w", 0o600);
	}

	start(): void {
		this.#give();
		this.#timer ??= setInterval(() => this.#give(), aliveEveryMs);
	}

	stop(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	[Symbol.dispose](): void {
		this.stop();
		closeSync(this.#file);
	}

	/** Written, not touched: the time is that of the file system, as for all other files. */
	#give(): void {
		writeSync(this.#file, "x", 0);
	}
}

/** When the last process that had the session open was last alive while a call ran; `undefined` if that is not known. */
export function readLastAlive(folder: string): number | undefined {
	return statSync(alivePath(folder), { throwIfNoEntry: false })?.mtimeMs;
}

function alivePath(folder: string): string {
	return join(folder, "alive");
}
