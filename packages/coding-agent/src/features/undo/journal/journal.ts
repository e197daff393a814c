import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { JournalRecord } from "./record.ts";

const blockBytes = 256 * 1024;
const newline = 10;

/** The lines of a session's journal, only ever appended. Nothing of them stays in memory. */
export class Journal implements Disposable {
	readonly #path: string;
	readonly #file: number;

	constructor(sessionFolder: string) {
		this.#path = journalPath(sessionFolder);
		this.#file = openSync(this.#path, "a+", 0o600);
		if (endsInside(this.#file)) writeSync(this.#file, "\n");
	}

	/** On disk as far as the system is concerned: it survives the end of this process, not that of the power. */
	append(...records: readonly JournalRecord[]): void {
		const lines = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
		let at = 0;
		try {
			while (at < lines.length) at += writeSync(this.#file, lines, at);
		} catch (error) {
			// The beginning of a line would swallow the next one.
			if (at > 0) ftruncateSync(this.#file, fstatSync(this.#file).size - at);
			throw error;
		}
	}

	syncNow(): void {
		fsyncSync(this.#file);
	}

	async sync(): Promise<void> {
		await using file = await open(this.#path, "r");
		await ignoreFailure(file.datasync(), "some file systems cannot");
	}

	/** Where the next record will be. */
	get end(): number {
		return fstatSync(this.#file).size;
	}

	/** From the one at `start` on. */
	records(start = 0): Generator<JournalRecord> {
		return readJournal(this.#path, start);
	}

	[Symbol.dispose](): void {
		closeSync(this.#file);
	}
}

export function journalPath(sessionFolder: string): string {
	return join(sessionFolder, "journal.jsonl");
}

/** What a killed omp had written of its last line is skipped. */
export function* readJournal(path: string, start = 0): Generator<JournalRecord> {
	const file = openSync(path, "r");
	try {
		let position = start;
		let rest = Buffer.alloc(0);
		const block = Buffer.alloc(blockBytes);
		for (;;) {
			const count = readSync(file, block, 0, blockBytes, position);
			if (count === 0) break;
			position += count;
			rest = Buffer.concat([rest, block.subarray(0, count)]);
			let from = 0;
			for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline, from)) {
				const record = parseLine(rest.toString("utf8", from, end));
				if (record) yield record;
				from = end + 1;
			}
			rest = rest.subarray(from);
		}
	} finally {
		closeSync(file);
	}
}

function parseLine(line: string): JournalRecord | undefined {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

function endsInside(file: number): boolean {
	const { size } = fstatSync(file);
	if (size === 0) return false;
	const last = Buffer.alloc(1);
	readSync(file, last, 0, 1, size - 1);
	return last[0] !== newline;
}
