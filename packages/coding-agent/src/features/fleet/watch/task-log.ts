import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { BlobReference, TaskProgress } from "@oh-my-pi/pi-fleet/contract/task";

/** The session log of a task as far as it was shipped; what is new is fetched, and nothing twice. */
export class TaskLog {
	readonly #store: BlobStore;
	#references: readonly BlobReference[] = [];
	#text = "";

	constructor(store: BlobStore) {
		this.#store = store;
	}

	get text(): string {
		return this.#text;
	}

	/** What was added; `isRestart` where the log began anew. Undefined if nothing changed. */
	async update({
		log,
	}: Pick<TaskProgress, "log">): Promise<{ readonly added: string; readonly isRestart: boolean } | undefined> {
		const known = this.#references.length;
		const isRestart = this.#references.some(({ key }, index) => log[index]?.key !== key);
		const fresh = isRestart ? log : log.slice(known);
		if (fresh.length === 0 && !isRestart) return undefined;
		const parts = await Promise.all(fresh.map(async (reference) => Buffer.from(await this.#store.get(reference))));
		const added = Buffer.concat(parts).toString("utf8");
		this.#references = log;
		this.#text = isRestart ? added : this.#text + added;
		return { added, isRestart };
	}
}
