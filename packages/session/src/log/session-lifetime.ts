import type { EntryRecord } from "../tree/entry-record.ts";
import type { EntryStore } from "./entry-store.ts";
import type { SessionFile } from "./session-file.ts";

interface LifetimeParts {
	readonly store: EntryStore;
	readonly file: SessionFile;
	readonly isReadOnly: boolean;
}

/** When a session gets its file, and how it ends: one without a prompt and without a reply is not written at all. */
export class SessionLifetime {
	readonly #store: EntryStore;
	readonly #file: SessionFile;
	readonly #isReadOnly: boolean;
	#hasReply = false;
	/** A prompt was sent from here; copied ones do not count. */
	#hasOwnPrompt = false;
	#closing: Promise<void> | undefined;

	constructor({ store, file, isReadOnly }: LifetimeParts) {
		this.#store = store;
		this.#file = file;
		this.#isReadOnly = isReadOnly;
	}

	get hasReply(): boolean {
		return this.#hasReply;
	}

	/** Entries that were read, or are appended here. */
	note(record: EntryRecord): void {
		if (record.role === "assistant") this.#hasReply = true;
	}

	/** A new entry, which is in memory already. */
	appended(record: EntryRecord): void {
		this.#hasOwnPrompt ||= record.role === "user";
		if (this.#isReadOnly || this.#file.isReleased) return;
		if (this.#store.journal) this.#store.append(record);
		else if (this.#mustKeep) this.ensureOnDisk();
	}

	ensureOnDisk(): boolean {
		return !this.#isReadOnly && this.#file.create();
	}

	async flush(): Promise<void> {
		if (this.#isReadOnly) return;
		await this.#file.settled();
		if (this.#mustKeep) this.ensureOnDisk();
		await this.#store.flush();
	}

	flushSync(): void {
		if (this.#isReadOnly) return;
		if (this.#mustKeep) this.ensureOnDisk();
		this.#store.fsync();
	}

	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async drop(): Promise<void> {
		this.#closing ??= Promise.resolve();
		await this.#file.settled();
		this.#file.remove();
	}

	async #close(): Promise<void> {
		try {
			if (this.#file.isForgottenDraft && !this.#mustKeep && !this.#isReadOnly) this.#file.remove();
			else await this.flush();
		} finally {
			this.#file.release();
		}
	}

	get #mustKeep(): boolean {
		return this.#hasReply || this.#hasOwnPrompt;
	}
}
