import { Database } from "bun:sqlite";
import { MemoryError } from "@oh-my-pi/pi-memory/contract/memory-error";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

const version = 1;
const tables = `
CREATE TABLE IF NOT EXISTS threads (path TEXT PRIMARY KEY, session_id TEXT NOT NULL, modified INTEGER NOT NULL,
  done_modified INTEGER, raw_memory TEXT, synopsis TEXT, places TEXT, extracted_at INTEGER,
  owner TEXT, lease_until INTEGER, retry_at INTEGER);
CREATE TABLE IF NOT EXISTS consolidation (id INTEGER PRIMARY KEY CHECK (id = 1), dirty INTEGER NOT NULL DEFAULT 0,
  owner TEXT, lease_until INTEGER, retry_at INTEGER, done_at INTEGER);
INSERT OR IGNORE INTO consolidation (id) VALUES (1);
PRAGMA user_version = ${version};`;

/** A session file with changes that were not extracted yet. */
export interface ChangedThread {
	readonly path: string;
	readonly sessionId: string;
	readonly modified: number;
}

export interface RawMemory {
	readonly rawMemory: string;
	readonly synopsis: string;
	/** Where the session's text came from, apart from the user and the model. */
	readonly places: readonly string[];
	readonly modified: number;
}

interface RawRow {
	raw_memory: string;
	synopsis: string;
	places: string;
	modified: number;
}

/**
 * The queue of extraction and consolidation, shared by all omps of a project. A job is claimed with an owner and a lease; when the
 * owner dies, the lease runs out and another omp takes it.
 */
export class JobStore implements Disposable {
	readonly #database: Database;

	constructor(path: string, { busyMs = 2000 }: { readonly busyMs?: number } = {}) {
		try {
			this.#database = new Database(path, { create: true, strict: true });
			this.#database.run(`PRAGMA busy_timeout = ${busyMs}`);
			const found = this.#database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
			if (found > version) {
				this.#database.close();
				throw new MemoryError("newer", `${path} was written by a newer omp. Update omp, or move the file away.`);
			}
			this.#database.run("PRAGMA journal_mode = WAL");
			if (found < version) this.#database.run(tables);
		} catch (error) {
			throw asMemoryError(error, path);
		}
	}

	/** Runs a synchronous piece of work that no other omp does at the same time. */
	exclusively<Result>(work: () => Result): Result {
		return this.#database.transaction(work).immediate();
	}

	/** Notes sessions; one that changed since it was extracted is due again. */
	noteThreads(threads: readonly ChangedThread[]): void {
		const insert = this.#database.query(
			`INSERT INTO threads (path, session_id, modified) VALUES (?, ?, ?)
			 ON CONFLICT (path) DO UPDATE SET modified = excluded.modified, session_id = excluded.session_id`,
		);
		this.exclusively(() => {
			for (const { path, sessionId, modified } of threads) insert.run(path, sessionId, Math.floor(modified));
		});
	}

	/** Claims the newest of these sessions that are due. Never gives one to two owners. */
	claimThreads(
		paths: readonly string[],
		{ owner, limit, now, leaseMs }: { owner: string; limit: number; now: number; leaseMs: number },
	): readonly ChangedThread[] {
		return this.exclusively(() => {
			const due = this.#database
				.query<{ path: string; session_id: string; modified: number }, [string, number, number, number]>(
					`SELECT path, session_id, modified FROM threads WHERE path IN (SELECT value FROM json_each(?))
					 AND (done_modified IS NULL OR done_modified < modified) AND (lease_until IS NULL OR lease_until <= ?)
					 AND (retry_at IS NULL OR retry_at <= ?) ORDER BY modified DESC LIMIT ?`,
				)
				.all(JSON.stringify(paths), now, now, limit);
			const claim = this.#database.query("UPDATE threads SET owner = ?, lease_until = ? WHERE path = ?");
			for (const { path } of due) claim.run(owner, now + leaseMs, path);
			return due.map(({ path, session_id, modified }) => ({ path, sessionId: session_id, modified }));
		});
	}

	/** Extends the lease; false when another owner has it. */
	renewThread(path: string, owner: string, leaseUntil: number): boolean {
		const renewed = this.#database.query("UPDATE threads SET lease_until = ? WHERE path = ? AND owner = ?");
		return renewed.run(leaseUntil, path, owner).changes > 0;
	}

	/** Stores what was extracted, unless another owner has taken the job over; false then. */
	finishThread(
		thread: ChangedThread,
		owner: string,
		result: Pick<RawMemory, "rawMemory" | "synopsis" | "places">,
		now: number,
	): boolean {
		return this.exclusively(() => {
			const { changes } = this.#database
				.query(
					`UPDATE threads SET done_modified = ?, raw_memory = ?, synopsis = ?, places = ?, extracted_at = ?, owner = NULL,
					 lease_until = NULL, retry_at = NULL WHERE path = ? AND owner = ?`,
				)
				.run(
					thread.modified,
					result.rawMemory,
					result.synopsis,
					JSON.stringify(result.places),
					now,
					thread.path,
					owner,
				);
			if (changes > 0) this.#database.run("UPDATE consolidation SET dirty = 1");
			return changes > 0;
		});
	}

	/** Gives a job back, to be tried again later. */
	releaseThread(path: string, owner: string, retryAt: number): void {
		this.#database
			.query("UPDATE threads SET owner = NULL, lease_until = NULL, retry_at = ? WHERE path = ? AND owner = ?")
			.run(retryAt, path, owner);
	}

	/** Removes sessions whose files were deleted: the owner deleted what they contained. */
	forgetMissing(isMissing: (path: string) => boolean): void {
		const paths = this.#database.query<{ path: string }, []>("SELECT path FROM threads").all();
		const missing = paths.filter(({ path }) => isMissing(path));
		if (missing.length === 0) return;
		const remove = this.#database.query("DELETE FROM threads WHERE path = ?");
		this.exclusively(() => {
			for (const { path } of missing) remove.run(path);
			this.#database.run("UPDATE consolidation SET dirty = 1");
		});
	}

	markDirty(): void {
		this.#database.run("UPDATE consolidation SET dirty = 1, retry_at = NULL");
	}

	claimConsolidation({ owner, now, leaseMs }: { owner: string; now: number; leaseMs: number }): boolean {
		const claim = this.#database.query(
			`UPDATE consolidation SET owner = ?, lease_until = ?, dirty = 2 WHERE dirty <> 0
			 AND (lease_until IS NULL OR lease_until <= ?) AND (retry_at IS NULL OR retry_at <= ?)`,
		);
		return claim.run(owner, now + leaseMs, now, now).changes > 0;
	}

	renewConsolidation(owner: string, leaseUntil: number): boolean {
		const renewed = this.#database.query("UPDATE consolidation SET lease_until = ? WHERE owner = ?");
		return renewed.run(leaseUntil, owner).changes > 0;
	}

	/** Writes the result while no other omp can take the job; what was marked dirty meanwhile stays so. */
	finishConsolidation(owner: string, now: number, write: () => void): boolean {
		return this.exclusively(() => {
			const { changes } = this.#database
				.query(
					`UPDATE consolidation SET dirty = CASE dirty WHEN 2 THEN 0 ELSE dirty END, owner = NULL, lease_until = NULL,
					 retry_at = NULL, done_at = ? WHERE owner = ?`,
				)
				.run(now, owner);
			if (changes > 0) write();
			return changes > 0;
		});
	}

	releaseConsolidation(owner: string, retryAt: number): void {
		this.#database
			.query(
				"UPDATE consolidation SET owner = NULL, lease_until = NULL, retry_at = ?, dirty = MAX(dirty, 1) WHERE owner = ?",
			)
			.run(retryAt, owner);
	}

	/** Newest first; sessions that had nothing worth keeping are left out. */
	rawMemories(limit: number): readonly RawMemory[] {
		return this.#database
			.query<RawRow, [number]>(
				`SELECT raw_memory, synopsis, places, modified FROM threads WHERE raw_memory IS NOT NULL AND raw_memory <> ''
				 ORDER BY modified DESC LIMIT ?`,
			)
			.all(limit)
			.map(({ raw_memory, synopsis, places, modified }) => ({
				rawMemory: raw_memory,
				synopsis,
				places: parsePlaces(places),
				modified,
			}));
	}

	counts(): {
		readonly threads: number;
		readonly extracted: number;
		readonly isDirty: boolean;
		readonly doneAt?: number;
	} {
		const { threads, extracted } = this.#database
			.query<{ threads: number; extracted: number }, []>(
				"SELECT COUNT(*) AS threads, COUNT(raw_memory) AS extracted FROM threads",
			)
			.get() ?? { threads: 0, extracted: 0 };
		const job = this.#database
			.query<{ dirty: number; done_at: number | null }, []>("SELECT dirty, done_at FROM consolidation")
			.get();
		return { threads, extracted, isDirty: (job?.dirty ?? 0) !== 0, ...(job?.done_at && { doneAt: job.done_at }) };
	}

	/** `ok`, or what is wrong with the file. */
	check(): string {
		return this.#database.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check ?? "no answer";
	}

	[Symbol.dispose](): void {
		this.#database.close();
	}
}

function parsePlaces(text: string | null): readonly string[] {
	try {
		const value: unknown = JSON.parse(text ?? "[]");
		return Array.isArray(value) ? value.filter((place) => typeof place === "string") : ["unknown"];
	} catch {
		// Damaged by hand: it keeps the label of something from outside.
		return ["unknown"];
	}
}

function asMemoryError(error: unknown, path: string): MemoryError {
	if (error instanceof MemoryError) return error;
	const message = errorMessage(error);
	if (/locked|busy/i.test(message)) {
		return new MemoryError("locked", `${path} is locked by another program. Try again when it has ended.`, {
			cause: error,
		});
	}
	if (/not a database|malformed|corrupt/i.test(message)) {
		return new MemoryError("corrupt", `${path} is damaged (${message}). Move it away; omp makes a new one.`, {
			cause: error,
		});
	}
	return new MemoryError("refused", `${path} cannot be opened: ${message}`, { cause: error });
}
