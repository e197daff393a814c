import type { Database } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/** One request to a model, as a session log has it. */
export interface RequestRow {
	/** The entry of the log; copies of a session have the same. */
	readonly key: string;
	readonly at: number;
	readonly folder: string;
	readonly model: string;
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly cost: number;
	readonly durationMs: number | null;
	readonly ttftMs: number | null;
	readonly failed: 0 | 1;
}

/** How far a session file has been read. */
export interface ReadPosition {
	readonly offset: number;
	/** The last bytes before it; others when the file was rewritten. */
	readonly tail: string;
	readonly folder: string;
}

export interface Totals {
	readonly requests: number;
	readonly errors: number;
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	/** Of all input, from 0 to 1. */
	readonly cacheRate: number;
	/** USD. */
	readonly cost: number;
	/** Of output, without the time to the first one. */
	readonly tokensPerSecond: number;
	readonly averageTtftMs: number;
}

export interface Stats {
	readonly overall: Totals;
	readonly byModel: ReadonlyArray<Totals & { readonly model: string }>;
	readonly byFolder: ReadonlyArray<Totals & { readonly folder: string }>;
	/** By day, UTC. */
	readonly timeSeries: ReadonlyArray<Totals & { readonly day: string }>;
}

const schema = `
CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, offset INTEGER, tail TEXT, folder TEXT);
CREATE TABLE IF NOT EXISTS requests (
	key TEXT PRIMARY KEY, at INTEGER, folder TEXT, model TEXT, input INTEGER, output INTEGER, cacheRead INTEGER, cacheWrite INTEGER,
	cost REAL, durationMs REAL, ttftMs REAL, failed INTEGER
);`;

/** Numbers from session logs, in a database that can be made again from them. */
export class StatsStore implements Disposable {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	static async open(path: string): Promise<StatsStore> {
		const sqlite = await import("bun:sqlite");
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		const open = () => {
			const database = new sqlite.Database(path, { create: true, readwrite: true });
			database.run("PRAGMA busy_timeout = 5000");
			database.run("PRAGMA journal_mode = WAL");
			for (const statement of schema.split(";").filter((text) => text.trim() !== "")) database.run(statement);
			return new StatsStore(database);
		};
		try {
			return open();
		} catch (error) {
			if (!/not a database|malformed|no such column/i.test(String(error))) throw error;
			for (const ending of ["", "-wal", "-shm"]) rmSync(path + ending, { force: true });
			return open();
		}
	}

	position(path: string): ReadPosition | undefined {
		const query = this.#database.query<ReadPosition, [string]>("SELECT offset, tail, folder FROM files WHERE path = ?");
		return query.get(path) ?? undefined;
	}

	/** What was read of a file, and how far; both or neither. */
	add(path: string, rows: readonly RequestRow[], { offset, tail, folder }: ReadPosition): void {
		const insert = this.#database.query(`INSERT OR REPLACE INTO requests VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`);
		const place = this.#database.query("INSERT OR REPLACE INTO files VALUES (?,?,?,?)");
		this.#database.transaction(() => {
			for (const row of rows) {
				insert.run(
					...([row.key, row.at, row.folder, row.model, row.input, row.output, row.cacheRead, row.cacheWrite] as const),
					...([row.cost, row.durationMs, row.ttftMs, row.failed] as const),
				);
			}
			place.run(path, offset, tail, folder);
		})();
	}

	stats(): Stats {
		const [overall = noTotals] = this.#totals<Totals>("", "");
		return {
			overall,
			byModel: this.#totals("model", "cost DESC, requests DESC, model"),
			byFolder: this.#totals("folder", "cost DESC, requests DESC, folder"),
			timeSeries: this.#totals("strftime('%Y-%m-%d', at / 1000, 'unixepoch') AS day", "day"),
		};
	}

	#totals<Row extends Totals>(column: string, order: string): Row[] {
		const name = column.split(" AS ").at(-1) ?? "";
		const sum = (field: string) => `coalesce(sum(${field}), 0) AS ${field}`;
		// Only requests whose times are known tell how fast they were.
		const writing = "sum(CASE WHEN durationMs > ttftMs THEN durationMs - ttftMs END)";
		const written = "sum(CASE WHEN durationMs > ttftMs THEN output END)";
		const all = "sum(input) + sum(cacheRead) + sum(cacheWrite)";
		const sql = `SELECT ${column === "" ? "" : `${column}, `}count(*) AS requests, coalesce(sum(failed), 0) AS errors,
			${["input", "output", "cacheRead", "cacheWrite", "cost"].map(sum).join(", ")},
			coalesce(sum(cacheRead) * 1.0 / nullif(${all}, 0), 0) AS cacheRate,
			coalesce(${written} * 1000.0 / nullif(${writing}, 0), 0) AS tokensPerSecond,
			coalesce(avg(ttftMs), 0) AS averageTtftMs
			FROM requests ${column === "" ? "" : `GROUP BY ${name} ORDER BY ${order}`}`;
		return this.#database.query<Row, []>(sql).all();
	}

	[Symbol.dispose](): void {
		this.#database.close();
	}
}

const noTotals: Totals = {
	requests: 0,
	errors: 0,
	input: 0,
	output: 0,
	cacheRead: 0,
	cacheWrite: 0,
	cacheRate: 0,
	cost: 0,
	tokensPerSecond: 0,
	averageTtftMs: 0,
};
