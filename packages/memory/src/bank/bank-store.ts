import type { Database } from "bun:sqlite";
import { maxContentChars } from "../contract/memory.ts";
import { MemoryError } from "../contract/memory-error.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { asMemoryError } from "../sqlite/sqlite-error.ts";
import { MemoryTable } from "./memory-table.ts";

export interface BankOptions {
	readonly name: string;
	readonly path: string;
	readonly now: () => number;
	readonly newId: () => string;
	readonly busyMs?: number;
}

/** The database of a bank: transactions, whose failures are a `MemoryError`. */
export class BankStore implements Disposable {
	readonly database: Database;
	readonly table: MemoryTable;
	readonly now: () => number;
	readonly #options: BankOptions;

	constructor(options: BankOptions) {
		this.#options = options;
		this.now = options.now;
		this.database = openDatabase(options.path, options);
		this.table = new MemoryTable(this.database);
	}

	newId(): string {
		// The end of a UUID is random, its beginning may be the time.
		return this.#options.newId().replaceAll("-", "").slice(-12);
	}

	read<Result>(work: () => Result): Result {
		return this.run(() => this.database.transaction(work).deferred());
	}

	write<Result>(work: () => Result): Result {
		return this.run(() => this.database.transaction(work).immediate());
	}

	/** Without a transaction. */
	run<Result>(work: () => Result): Result {
		try {
			return work();
		} catch (error) {
			throw asMemoryError(error, this.#options.path);
		}
	}

	/** What was deleted is in the log until that is emptied; while another omp reads, this comes later. */
	emptyLog(): void {
		this.run(() => this.database.query("PRAGMA wal_checkpoint(TRUNCATE)").all());
	}

	[Symbol.dispose](): void {
		this.database.close();
	}
}

export function checkContent(content: string): void {
	if (content.trim() === "") throw new MemoryError("invalid", "A memory needs content.");
	if (content.length > maxContentChars) {
		throw new MemoryError("invalid", `A memory has at most ${maxContentChars.toLocaleString("en")} characters.`);
	}
}
