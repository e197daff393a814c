import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { maxSnapshotBytes } from "../protocol/limits.data.ts";
import { shrinkEntry } from "../protocol/shrink-entry.ts";

/** How long other work waits at most. */
const sliceMs = 8;

/** How large entries are once they are shrunk for sending; each is measured once, not once per guest. */
export class SnapshotSizes {
	readonly #bytes = new Map<string, number>();
	readonly #maxBytes: number;
	readonly #pause: () => Promise<void>;

	constructor({ maxBytes = maxSnapshotBytes, pause = () => Bun.sleep(0) } = {}) {
		this.#maxBytes = maxBytes;
		this.#pause = pause;
	}

	/** Measures the end of a branch up to the limit, in parts between which other work comes in. */
	async measure(path: readonly PathStep[]): Promise<void> {
		let size = 0;
		let from = performance.now();
		for (let index = path.length - 1; index >= 0 && size <= this.#maxBytes; index--) {
			const step = path[index];
			if (step) size += this.#measureStep(step);
			if (performance.now() - from < sliceMs) continue;
			await this.#pause();
			from = performance.now();
		}
	}

	/** As much of the end as fits. */
	newest(path: readonly PathStep[]): readonly PathStep[] {
		let size = 0;
		for (let index = path.length - 1; index >= 0; index--) {
			const step = path[index];
			if (step) size += this.#measureStep(step);
			if (size > this.#maxBytes) return path.slice(index + 1);
		}
		return path;
	}

	#measureStep(step: PathStep): number {
		const known = this.#bytes.get(step.id);
		if (known !== undefined) return known;
		const bytes = measureEntry(step.entry());
		this.#bytes.set(step.id, bytes);
		return bytes;
	}
}

function measureEntry(entry: SessionEntry | undefined): number {
	return entry === undefined ? 0 : JSON.stringify(shrinkEntry(entry)).length;
}
