import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Storage } from "../../storage/storage.ts";
import type { EntryRecord } from "../../tree/entry-record.ts";
import type { Journal } from "../journal/journal.ts";
import { indexedBytes, writeIndex, writeIndexInSlices } from "./index-file.ts";

interface IndexingPorts {
	readonly storage: Storage;
	/** All known entries, in file order. */
	readonly records: () => readonly EntryRecord[];
	readonly journal: () => Journal | undefined;
}

/** Delay after opening, so that a later crash does not lose the index. */
const afterOpeningMs = 2000;

/** Keeps the index of a long log up to date: shortly after opening, and on close. */
export class LogIndexing implements Disposable {
	readonly #ports: IndexingPorts;
	/** How much of the log the index covers. */
	#indexedLength: number;
	#isOver = false;
	readonly #timer: ReturnType<typeof setTimeout> | undefined;

	constructor(ports: IndexingPorts, indexedLength: number) {
		this.#ports = ports;
		this.#indexedLength = indexedLength;
		if (!this.#isWorthIt) return;
		this.#timer = setTimeout(() => void this.#saveInSlices(), afterOpeningMs);
		this.#timer.unref();
	}

	/** Like `save`, but yields to the event loop. */
	async #saveInSlices(): Promise<void> {
		const journal = this.#ports.journal();
		if (!journal || !this.#isWorthIt) return;
		// Entries appended meanwhile are found by reading the end of the log.
		const [length, records, { headEnd, end, nextLineNumber }] = [
			this.#length,
			[...this.#ports.records()],
			journal.body,
		];
		const isWanted = () => !this.#isOver && this.#ports.journal() === journal && journal.body.headEnd === headEnd;
		try {
			const layout = { headEnd, end, nextLineNumber };
			await writeIndexInSlices(isWanted, this.#ports.storage, journal.path, journal.reader, layout, records);
			if (isWanted()) this.#indexedLength = length;
		} catch (error) {
			logIgnored("the index is only a cache", error);
		}
	}

	/** Writes the index if the log has grown enough. Best effort: without one, opening is slower. */
	save(): void {
		const journal = this.#ports.journal();
		if (!journal || !this.#isWorthIt) return;
		try {
			writeIndex(this.#ports.storage, journal.path, journal.reader, journal.body, this.#ports.records());
			this.#indexedLength = this.#length;
		} catch (error) {
			logIgnored("the index is only a cache", error);
		}
	}

	[Symbol.dispose](): void {
		this.#isOver = true;
		clearTimeout(this.#timer);
	}

	get #isWorthIt(): boolean {
		return this.#length - this.#indexedLength >= indexedBytes;
	}

	get #length(): number {
		const body = this.#ports.journal()?.body;
		return body ? body.end - body.headEnd : 0;
	}
}
