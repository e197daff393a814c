import { join } from "node:path";
import type { Storage } from "./storage/storage.ts";

/** Unsent editor text, kept in the folder of a session. */
export class Draft {
	constructor(
		private readonly storage: Storage,
		private readonly folder: () => string,
	) {}

	get text(): string | undefined {
		return this.storage.readText(this.#file);
	}

	/** Empty text removes the draft. */
	save(text: string): void {
		if (text !== "") this.storage.writeTextAtomic(this.#file, text);
		else if (this.storage.exists(this.#file)) this.storage.unlink(this.#file);
	}

	get #file(): string {
		return join(this.folder(), "draft.txt");
	}
}
