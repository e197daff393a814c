import type { Database } from "bun:sqlite";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { openPrivateDatabase } from "@oh-my-pi/pi-ai/auth/store/open-database";
import { isRunning, readStartTime } from "../process/running-process.ts";
import { takeInInbox } from "./inbox.ts";
import { formatDay, type SpendRow } from "./spend-row.ts";

/** What an account has spent, and what requests in flight may still cost. */
export interface AccountState {
	readonly nanos: number;
	readonly tokens: number;
	readonly requests: number;
	readonly ms: number;
	readonly heldNanos: number;
	readonly heldTokens: number;
	readonly heldRequests: number;
}

const nothing: AccountState = {
	nanos: 0,
	tokens: 0,
	requests: 0,
	ms: 0,
	heldNanos: 0,
	heldTokens: 0,
	heldRequests: 0,
};

/** A request in flight: the row it becomes if omp is killed, with the most it can cost, and the accounts it is held on. */
export interface Hold {
	readonly row: SpendRow;
	/** The accounts of this process only: its run and turn. */
	readonly extra: readonly string[];
}

const processAccountMs = 7 * 24 * 60 * 60 * 1000;

const schema = `
CREATE TABLE IF NOT EXISTS spend (
	id TEXT PRIMARY KEY, at INTEGER NOT NULL, day TEXT NOT NULL, session TEXT NOT NULL, project TEXT NOT NULL,
	agent TEXT NOT NULL, source TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL,
	input INTEGER NOT NULL, output INTEGER NOT NULL, cache_read INTEGER NOT NULL, cache_write INTEGER NOT NULL,
	nanos INTEGER NOT NULL, requests INTEGER NOT NULL, ms INTEGER NOT NULL, outcome TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS spend_day ON spend (day);
CREATE INDEX IF NOT EXISTS spend_session ON spend (session);
CREATE TABLE IF NOT EXISTS account (
	key TEXT PRIMARY KEY, nanos INTEGER NOT NULL, tokens INTEGER NOT NULL, requests INTEGER NOT NULL, ms INTEGER NOT NULL,
	heldNanos INTEGER NOT NULL, heldTokens INTEGER NOT NULL, heldRequests INTEGER NOT NULL, at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS held (id TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL, hold TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS inbox (name TEXT PRIMARY KEY, offset INTEGER NOT NULL);
`;

/**
 * What all omps of a user have spent, in `~/.omp/budget/ledger.db`. Every change is one transaction, so that processes which race
 * for the rest of a cap take turns. Money is in billionths of a USD, so that sums are exact.
 */
export class Ledger implements Disposable {
	readonly #database: Database;
	readonly #folder: string;
	readonly #now: () => number;
	readonly #started = readStartTime(process.pid);

	/** A ledger that cannot be read is put aside; `onProblem` says so. */
	static async open(folder: string, now: () => number, onProblem: (message: string) => void): Promise<Ledger> {
		const path = join(folder, "ledger.db");
		try {
			return new Ledger(await openPrivateDatabase(path), folder, now);
		} catch (error) {
			if (!/not a database|malformed/i.test(String(error))) throw error;
			const aside = `${path}.broken-${now()}`;
			renameSync(path, aside);
			onProblem(`The spending ledger was damaged and starts anew; the old one is ${aside}.`);
			return new Ledger(await openPrivateDatabase(path), folder, now);
		}
	}

	/** Forgotten when the process ends. */
	static async inMemory(folder: string, now: () => number): Promise<Ledger> {
		const { Database: Memory } = await import("bun:sqlite");
		return new Ledger(new Memory(":memory:", { strict: true }), folder, now);
	}

	private constructor(database: Database, folder: string, now: () => number) {
		this.#database = database;
		this.#folder = folder;
		this.#now = now;
		database
			.transaction(() => {
				database.run(schema);
				// Runs and turns of days ago have ended.
				const query = "DELETE FROM account WHERE (key GLOB 'turn:*' OR key GLOB 'run:*') AND at < ?";
				database.query(query).run(now() - processAccountMs);
			})
			.immediate();
	}

	/** Runs `decide` on the current states while no other process can change them, and keeps the hold it returns. */
	reserve<Refusal>(
		keys: readonly string[],
		decide: (states: ReadonlyMap<string, AccountState>) => Hold | { readonly refusal: Refusal },
	): Hold | { readonly refusal: Refusal } {
		return this.#exclusively(() => {
			const outcome = decide(this.#states(keys));
			if (!("refusal" in outcome)) this.#hold(outcome);
			return outcome;
		});
	}

	/** The request has ended: what it cost takes the place of what was held. */
	settle({ row: held, extra }: Hold, row: SpendRow): void {
		this.#exclusively(() => {
			const { changes } = this.#database.query("DELETE FROM held WHERE id = ?").run(held.id);
			// Taken for dead by another omp, and charged already.
			if (changes === 0) return;
			this.#release(held, extra);
			this.#add(row, extra);
		});
	}

	/** Adds what was not held. */
	add(row: SpendRow, extra: readonly string[] = []): void {
		this.#exclusively(() => this.#add(row, extra));
	}

	stateOf(key: string): AccountState {
		return this.#exclusively(() => this.#states([key]).get(key) ?? nothing);
	}

	/** Sums by source and by model of a day or a session. */
	sums(by: "source" | "model", where: { readonly column: "day" | "session"; readonly value: string }): SpendSum[] {
		const name = by === "source" ? "source" : "provider || '/' || model";
		return this.#exclusively(() =>
			this.#database
				.query<SpendSum, [string]>(
					`SELECT ${name} AS name, SUM(nanos) AS nanos, SUM(input + output + cache_read + cache_write) AS tokens,
					SUM(requests) AS requests, SUM(CASE WHEN outcome IN ('estimated', 'killed') THEN nanos ELSE 0 END) AS estimatedNanos
					FROM spend WHERE ${where.column} = ? AND requests > 0 GROUP BY name ORDER BY nanos DESC, tokens DESC`,
				)
				.all(where.value),
		);
	}

	/** All rows, oldest first. */
	rows(): Array<Record<string, unknown>> {
		return this.#exclusively(() =>
			this.#database.query<Record<string, unknown>, []>("SELECT * FROM spend ORDER BY at, id").all(),
		);
	}

	[Symbol.dispose](): void {
		this.#database.close();
	}

	#exclusively<Value>(work: () => Value): Value {
		return this.#database
			.transaction(() => {
				takeInInbox(this.#database, this.#folder, this.#now(), (row) => this.#add(row, []));
				this.#chargeDead();
				return work();
			})
			.immediate();
	}

	#states(keys: readonly string[]): Map<string, AccountState> {
		const find = this.#database.query<AccountState, [string]>("SELECT * FROM account WHERE key = ?");
		return new Map(keys.map((key) => [key, find.get(key) ?? nothing]));
	}

	#hold(hold: Hold): void {
		const { row, extra } = hold;
		this.#database
			.query("INSERT INTO held (id, pid, started, hold) VALUES (?, ?, ?, ?)")
			.run(row.id, process.pid, this.#started, JSON.stringify(hold));
		for (const key of [...listAccounts(row), ...extra]) {
			this.#change(key, row.at, { heldNanos: row.nanos, heldTokens: tokensOf(row), heldRequests: row.requests });
		}
	}

	#release(row: SpendRow, extra: readonly string[]): void {
		for (const key of [...listAccounts(row), ...extra]) {
			this.#change(key, row.at, { heldNanos: -row.nanos, heldTokens: -tokensOf(row), heldRequests: -row.requests });
		}
	}

	#add(row: SpendRow, extra: readonly string[]): void {
		const { changes } = this.#database
			.query(`INSERT OR IGNORE INTO spend VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
			.run(
				row.id,
				row.at,
				formatDay(row.at),
				row.session,
				row.project,
				row.agents.join("/"),
				row.source,
				row.provider,
				row.model,
				row.input,
				row.output,
				row.cacheRead,
				row.cacheWrite,
				row.nanos,
				row.requests,
				row.ms,
				row.outcome,
			);
		if (changes === 0) return;
		const timed = listTimedAccounts(row);
		for (const key of [...listAccounts(row), ...extra]) {
			const ms = timed.has(key) || (row.agents.length === 0 && extra.includes(key)) ? row.ms : 0;
			this.#change(key, row.at, { nanos: row.nanos, tokens: tokensOf(row), requests: row.requests, ms });
		}
	}

	#change(key: string, at: number, by: Partial<AccountState>): void {
		const change = { ...nothing, ...by };
		this.#database
			.query(
				`INSERT INTO account VALUES ($key, $nanos, $tokens, $requests, $ms, $heldNanos, $heldTokens, $heldRequests, $at)
				ON CONFLICT (key) DO UPDATE SET nanos = nanos + $nanos, tokens = tokens + $tokens, requests = requests + $requests,
				ms = ms + $ms, heldNanos = heldNanos + $heldNanos, heldTokens = heldTokens + $heldTokens,
				heldRequests = heldRequests + $heldRequests, at = $at`,
			)
			.run({ key, at, ...change });
	}

	/** Requests of an omp that was killed: nobody knows what they cost, so they count with the most. */
	#chargeDead(): void {
		const holds = this.#database
			.query<{ id: string; pid: number; started: string; hold: string }, [number, string]>(
				"SELECT * FROM held WHERE NOT (pid = ? AND started = ?)",
			)
			.all(process.pid, this.#started);
		for (const { id, pid, started, hold } of holds) {
			if (isRunning(pid, started)) continue;
			const { row, extra }: Hold = JSON.parse(hold);
			this.#database.query("DELETE FROM held WHERE id = ?").run(id);
			this.#release(row, extra);
			this.#add({ ...row, outcome: "killed" }, []);
			// Run and turn have ended with their process.
			for (const key of extra) this.#database.query("DELETE FROM account WHERE key = ?").run(key);
		}
	}
}

export interface SpendSum {
	readonly name: string;
	readonly nanos: number;
	readonly tokens: number;
	readonly requests: number;
	/** The part that no provider has confirmed. */
	readonly estimatedNanos: number;
}

export function tokensOf({ input, output, cacheRead, cacheWrite }: SpendRow): number {
	return input + output + cacheRead + cacheWrite;
}

export const dayKey = (day: string): string => `day:${day}`;
export const projectKey = (project: string): string => `project:${project}`;
export const sessionKey = (session: string): string => `session:${session}`;
export const agentKey = (session: string, agent: string): string => `agent:${session}/${agent}`;

/** The accounts that survive the process. */
export function listAccounts({ at, project, session, agents }: SpendRow): string[] {
	return [
		dayKey(formatDay(at)),
		projectKey(project),
		sessionKey(session),
		...agents.map((agent) => agentKey(session, agent)),
	];
}

/** Time of a sub-agent is within that of the conversation above it, and counts only for itself. */
function listTimedAccounts(row: SpendRow): ReadonlySet<string> {
	const own = row.agents.at(-1);
	return new Set(own === undefined ? listAccounts(row) : [agentKey(row.session, own)]);
}
