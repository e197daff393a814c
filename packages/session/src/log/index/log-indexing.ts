import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Storage } from "../../storage/storage.ts";
import type { EntryRecord } from "../../tree/entry-record.ts";
import type { Journal } from "../journal.ts";
import { indexedBytes, writeIndex, writeIndexInSlices } from "./index-file.ts";

interface IndexingPorts {
	readonly storage: Storage;
	/** Every entry known, in file order. */
	readonly records: () => readonly EntryRecord[];
	readonly journal: () => Journal | undefined;
}

/** A crash after that should not cost the index as well. */
const afterOpeningMs = 2000;

/** Keeps the index of a long log up to date: soon after it was opened, and when it is closed. */
export class LogIndexing implements Disposable {
	readonly #ports: IndexingPorts;
	/** How much of the log the index tells. */
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

	/** The same, without holding up whoever types. */
	async #saveInSlices(): Promise<void> {
		const journal = this.#ports.journal();
		if (!journal || !this.#isWorthIt) return;
		// What is appended meanwhile is not in it; that is found by reading the end of the log.
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

	/** Writes the index where the log has outgrown it. Best effort: without one, opening takes longer. */
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
