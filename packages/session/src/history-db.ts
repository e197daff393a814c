import type { Database } from "bun:sqlite";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

export interface HistoryEntry {
	readonly id: number;
	readonly prompt: string;
	/** Seconds since the epoch. */
	readonly createdAt: number;
	readonly cwd: string | undefined;
	readonly sessionId: string | undefined;
}

interface Row {
	id: number;
	prompt: string;
	created_at: number;
	cwd: string | null;
	session_id: string | null;
}

interface Waiting {
	readonly prompt: string;
	readonly cwd: string | undefined;
	readonly sessionId: string | undefined;
	readonly createdAt: number;
}

const BATCH_MS = 100;
const TABLES = `
CREATE TABLE IF NOT EXISTS history (id INTEGER PRIMARY KEY AUTOINCREMENT, prompt TEXT NOT NULL,
  created_at INTEGER NOT NULL DEFAULT (CAST(strftime('%s','now') AS INTEGER)), cwd TEXT, session_id TEXT);
CREATE INDEX IF NOT EXISTS idx_history_created_at ON history(created_at DESC);`;
const SEARCH_TABLES = `
CREATE VIRTUAL TABLE IF NOT EXISTS history_fts USING fts5(prompt, content='history', content_rowid='id');
CREATE TRIGGER IF NOT EXISTS history_ai AFTER INSERT ON history BEGIN INSERT INTO history_fts(rowid, prompt) VALUES (new.id, new.prompt); END;`;

/**
 * Prompts of all sessions, for recall and search. Errors are not reported: a locked, corrupt or missing database only
 * means an empty history.
 */
export class PromptHistory {
	#database: Database | undefined;
	#isDisabled = false;
	#hasSearchTable = false;
	#waiting: Waiting[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#opening: Promise<void> | undefined;
	#last: string | undefined;

	constructor(
		private readonly path: string,
		private readonly clock: { now(): number },
		private readonly onDisabled: (error: unknown) => void = () => {},
	) {}

	/** Queues a prompt to be written; a repetition of the last one is skipped. */
	add(prompt: string, cwd?: string, sessionId?: string): void {
		const text = prompt.trim();
		if (text === "" || text === this.#last || this.#isDisabled) return;
		this.#last = text;
		this.#waiting.push({ prompt: text, cwd, sessionId, createdAt: Math.floor(this.clock.now() / 1000) });
		this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS);
	}

	/** Newest first. */
	getRecent(limit: number): Promise<HistoryEntry[]> {
		return this.#query([], (database) =>
			database.query<Row, [number]>("SELECT * FROM history ORDER BY id DESC LIMIT ?").all(limit).map(entryOf),
		);
	}

	/** Prompts that contain all words or prefixes, newest first. */
	search(query: string, limit: number): Promise<HistoryEntry[]> {
		return this.#query([], (database) => this.#matching(database, query, limit).map(entryOf));
	}

	/** Sessions in which a matching prompt was sent. */
	async matchingSessionIds(query: string): Promise<Set<string>> {
		const rows = await this.#query<Row[]>([], (database) => this.#matching(database, query, 1000));
		return new Set(rows.flatMap(({ session_id }) => session_id ?? []));
	}

	/** Writes the queued prompts; scheduled after each `add`. */
	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		await this.#query(undefined, () => undefined);
	}

	async close(): Promise<void> {
		await this.flush();
		this.#isDisabled = true;
		this.#database?.close();
		this.#database = undefined;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}

	async #query<T>(otherwise: T, run: (database: Database) => T): Promise<T> {
		try {
			this.#opening ??= this.#open();
			await this.#opening;
			if (!this.#database || this.#isDisabled) return otherwise;
			this.#writeWaiting(this.#database);
			return run(this.#database);
		} catch (error) {
			this.#disable(error);
			return otherwise;
		}
	}

	async #open(): Promise<void> {
		if (this.#isDisabled) return;
		const { Database } = await import("bun:sqlite");
		mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
		// SQLite itself would create a world-readable file.
		closeSync(openSync(this.path, "a", 0o600));
		const database = new Database(this.path);
		this.#database = database;
		database.run("PRAGMA busy_timeout = 200");
		database.run("PRAGMA journal_mode = WAL");
		database.run(TABLES);
		this.#hasSearchTable = makeSearchTable(database);
		const row = database.query<{ prompt: string }, []>("SELECT prompt FROM history ORDER BY id DESC LIMIT 1").get();
		// The first prompt of a process may repeat the last one of the previous process.
		if (row && this.#waiting[0]?.prompt === row.prompt) this.#waiting.shift();
		this.#last ??= row?.prompt;
	}

	#writeWaiting(database: Database): void {
		if (this.#waiting.length === 0) return;
		const insert = database.query("INSERT INTO history (prompt, created_at, cwd, session_id) VALUES (?, ?, ?, ?)");
		const waiting = this.#waiting;
		database.transaction(() => {
			for (const { prompt, createdAt, cwd, sessionId } of waiting) {
				insert.run(prompt, createdAt, cwd ?? null, sessionId ?? null);
			}
		})();
		this.#waiting = [];
	}

	#matching(database: Database, query: string, limit: number): Row[] {
		const words = query.trim().split(/\s+/).filter(Boolean);
		if (words.length === 0) return [];
		const terms = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
		if (this.#hasSearchTable && words.every((word) => /[\p{L}\p{N}]/u.test(word))) {
			return database
				.query<Row, [string, number]>(
					"SELECT history.* FROM history_fts JOIN history ON history.id = history_fts.rowid WHERE history_fts MATCH ? ORDER BY history.id DESC LIMIT ?",
				)
				.all(terms, limit);
		}
		const conditions = words.map(() => "prompt LIKE ? ESCAPE '\\'").join(" AND ");
		const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
		return database
			.query<Row, (string | number)[]>(`SELECT * FROM history WHERE ${conditions} ORDER BY id DESC LIMIT ?`)
			.all(...patterns, limit);
	}

	#disable(error: unknown): void {
		if (this.#isDisabled) return;
		this.#isDisabled = true;
		this.#waiting = [];
		this.#database?.close();
		this.#database = undefined;
		this.onDisabled(error);
	}
}

/** SQLite may have been built without full-text search. */
function makeSearchTable(database: Database): boolean {
	try {
		const isNew = database.query("SELECT 1 FROM sqlite_master WHERE name = 'history_fts'").get() === null;
		database.run(SEARCH_TABLES);
		if (isNew) database.run("INSERT INTO history_fts(history_fts) VALUES ('rebuild')");
		return true;
	} catch {
		return false;
	}
}

function entryOf({ id, prompt, created_at, cwd, session_id }: Row): HistoryEntry {
	return { id, prompt, createdAt: created_at, cwd: cwd ?? undefined, sessionId: session_id ?? undefined };
}
