import type { SessionEntry } from "../entry/entry.ts";

/** LRU cache of entries with a byte budget. */
export class RecentEntries {
	readonly #entries = new Map<object, { entry: SessionEntry; bytes: number }>();
	#bytes = 0;

	constructor(private readonly maxBytes: number) {}

	find(record: object): SessionEntry | undefined {
		const found = this.#entries.get(record);
		if (!found) return undefined;
		this.#entries.delete(record);
		this.#entries.set(record, found);
		return found.entry;
	}

	keep(record: object, entry: SessionEntry, bytes: number): void {
		this.forget(record);
		this.#entries.set(record, { entry, bytes });
		this.#bytes += bytes;
		for (const oldest of this.#entries.keys()) {
			if (this.#bytes <= this.maxBytes) return;
			this.forget(oldest);
		}
	}

	forget(record: object): void {
		this.#bytes -= this.#entries.get(record)?.bytes ?? 0;
		this.#entries.delete(record);
	}

	clear(): void {
		this.#entries.clear();
		this.#bytes = 0;
	}
}
