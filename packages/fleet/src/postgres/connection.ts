import querystring from "node:querystring";
import pg from "pg";
import type { Db } from "pg-boss";
import { FleetError } from "../contract/fleet-error.ts";
import { asFleetError, isTransient } from "./postgres-error.ts";

/** Statements of one transaction; `db` takes those of pg-boss into it. */
export interface Transaction {
	query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
	readonly db: Db;
}

export interface ConnectionOptions {
	readonly url: string;
	readonly sleep: (ms: number) => Promise<void>;
	/** Grows by itself, whatever the wall clock does. */
	readonly monotonic: () => number;
	/** For how long failures of the connection are tried again. */
	readonly patienceMs: number;
	/** For how long an answer is waited for, before the connection counts as lost. */
	readonly queryTimeoutMs: number;
	readonly maxConnections: number;
	/** Settings that each session starts with. */
	readonly settings?: Readonly<Record<string, string>>;
}

const connectTimeoutMs = 5_000;
/** A worker that sleeps keeps none of the server's connections. */
const idleTimeoutMs = 10_000;
const closeTimeoutMs = 1_000;
const firstWaitMs = 50;
const maxWaitMs = 2_000;

/** A pool of connections: transactions, and what failed because of the connection again, for as long as a lease allows. */
export class Connection implements AsyncDisposable {
	/** Without user and password. */
	readonly location: string;
	readonly #pool: pg.Pool;
	readonly #options: ConnectionOptions;
	readonly #secrets: readonly string[];

	constructor(options: ConnectionOptions) {
		const url = parseUrl(options.url);
		this.location = describeLocation(url);
		this.#secrets = [url.password, querystring.unescape(url.password)];
		this.#options = options;
		this.#pool = new pg.Pool({
			connectionString: options.url,
			application_name: "omp fleet",
			max: options.maxConnections,
			connectionTimeoutMillis: connectTimeoutMs,
			query_timeout: options.queryTimeoutMs,
			idleTimeoutMillis: idleTimeoutMs,
			keepAlive: true,
			allowExitOnIdle: true,
			...startupOptions(options.settings),
			types: { getTypeParser },
		});
		// An idle connection that breaks is replaced by the next query. Without a listener of its own, one that breaks between two
		// statements, or in the moment in which it is made, would end the process.
		this.#pool.on("error", () => {});
		this.#pool.on("connect", (client) => client.on("error", () => {}));
	}

	/** What pg-boss uses by itself. */
	readonly db: Db = {
		executeSql: (text, values) => this.#pool.query(text, values as unknown[]),
		// They are among the settings that each session starts with.
		setSessionStatements: async () => {},
	};

	/** One statement. */
	async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
		return this.retry(async () => (await this.#pool.query(text, [...values])).rows as Row[]);
	}

	/**
	 * All of it or nothing. It may run again, also when the first time was in fact committed. What is not durable is visible to all at
	 * once, but the last of it is lost when the server crashes.
	 */
	async transact<T>(
		work: (transaction: Transaction, attempt: number) => Promise<T>,
		{ isDurable = true }: { readonly isDurable?: boolean } = {},
	): Promise<T> {
		return this.retry(async (attempt) => {
			const client = await this.#pool.connect();
			let failure: unknown;
			try {
				await client.query(isDurable ? "BEGIN" : "BEGIN; SET LOCAL synchronous_commit = off");
				const value = await work(transactionOn(client), attempt);
				await client.query("COMMIT");
				return value;
			} catch (error) {
				failure = error;
				// A connection in doubt is not used again.
				if (!isTransient(error))
					await client.query("ROLLBACK").then(
						() => (failure = undefined),
						() => {},
					);
				throw error;
			} finally {
				client.release(failure !== undefined);
			}
		});
	}

	async retry<T>(work: (attempt: number) => Promise<T>, patienceMs = this.#options.patienceMs): Promise<T> {
		const { monotonic, sleep } = this.#options;
		const deadline = monotonic() + patienceMs;
		for (let attempt = 1; ; attempt++) {
			try {
				return await work(attempt);
			} catch (error) {
				const waitMs = Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs) * (0.5 + Math.random());
				if (!isTransient(error) || monotonic() + waitMs > deadline) {
					throw asFleetError(error, this.location, this.#secrets);
				}
				await sleep(waitMs);
			}
		}
	}

	async [Symbol.asyncDispose]() {
		if (this.#pool.ended) return;
		// A statement that hangs does not hold up the end.
		let timer: Timer | undefined;
		const timeout = new Promise<void>((resolve) => {
			timer = setTimeout(resolve, closeTimeoutMs);
		});
		await Promise.race([this.#pool.end(), timeout]);
		clearTimeout(timer);
	}
}

function startupOptions(settings: Readonly<Record<string, string>> = {}): { readonly options?: string } {
	const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
	return flags.length > 0 ? { options: flags.join(" ") } : {};
}

function transactionOn(client: pg.PoolClient): Transaction {
	return {
		query: async <Row>(text: string, values: readonly unknown[] = []) =>
			(await client.query(text, [...values])).rows as Row[],
		db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
	};
}

/** `bigint` as a number: times and money fit. */
function getTypeParser(oid: number, format?: "text" | "binary") {
	if (oid === pg.types.builtins.INT8 && format !== "binary") return Number;
	return pg.types.getTypeParser(oid, format);
}

function parseUrl(text: string): URL {
	// A password with a bare @ or / would end up in the host, and so in messages.
	const isAmbiguous = text.replace(/\?.*/, "").split("@").length > 2;
	if (!isAmbiguous && URL.canParse(text)) return new URL(text);
	throw new FleetError(
		"invalid",
		"The URL of the queue is malformed. Write postgres://user@host/database, with special characters as %XX.",
	);
}

/** Host, port and database. */
function describeLocation({ hostname, port, pathname, searchParams }: URL): string {
	const host = hostname || searchParams.get("host") || "localhost";
	return `postgres://${querystring.unescape(host)}${port ? `:${port}` : ""}${pathname}`;
}
