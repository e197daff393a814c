import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { callRollup, Rollup, requestRollup } from "./rollup.ts";
import {
	agentTypes,
	type CallResult,
	type CallRow,
	type LogFact,
	type ReadPosition,
	type RequestRow,
	type Responder,
} from "./rows.ts";

type Value = string | number | null;

/** Numbers from session logs. What is not in a log any more is kept. */
export class StatsStore implements Disposable {
	readonly #database: Database;
	readonly #names = new Map<string, number>();
	readonly #statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();
	#generation = 0;

	readonly #requestSums: Rollup<RequestRow>;
	readonly #callSums: Rollup<CallRow & CallResult>;

	constructor(database: Database) {
		this.#database = database;
		this.#requestSums = new Rollup(database, requestRollup);
		this.#callSums = new Rollup(database, callRollup);
	}

	position(path: string): ReadPosition | undefined {
		const sql = "SELECT offset, tail, mtimeMs, folder, lastUser FROM files WHERE path = ?";
		return this.#database.query<ReadPosition, [string]>(sql).get(path) ?? undefined;
	}

	/** Another value when something was added, also by another process. */
	generation(): string {
		const { data_version: version } = this.#database
			.query<{ data_version: number }, []>("PRAGMA data_version")
			.get() ?? { data_version: 0 };
		return `${this.#generation} ${version}`;
	}

	/** Rows of a query for reading; names come as text where the query joins them. */
	all<Row>(sql: string, ...values: readonly Value[]): Row[] {
		return this.#database.query<Row, SQLQueryBindings[]>(sql).all(...values);
	}

	/** What was read of a file, and how far; both or neither. */
	add(path: string, facts: readonly LogFact[], position: ReadPosition): void {
		try {
			this.#database.transaction(() => this.#add(path, facts, position)).immediate();
		} catch (error) {
			// Ids of names were taken back with the transaction.
			this.#names.clear();
			this.#requestSums.clear();
			this.#callSums.clear();
			throw error;
		}
		this.#generation++;
	}

	#add(path: string, facts: readonly LogFact[], position: ReadPosition): void {
		const file = this.#putPosition(path, position);
		const first = facts.find((fact) => fact.kind === "request");
		if (first?.kind === "request") this.#answerEarlier(file, describeResponder(first.row));
		let responder: Responder | undefined;
		const results = new Map<string, CallResult>();
		// Backwards, so that answers and results are known when what they belong to is met. Some providers use ids of calls again.
		for (const fact of facts.toReversed()) {
			if (fact.kind === "request") {
				responder = describeResponder(fact.row);
				this.#putRequest(file, fact.row);
				for (const call of fact.calls) {
					this.#putCall(file, call, results.get(call.callId));
					results.delete(call.callId);
				}
			} else if (fact.kind === "result") results.set(fact.row.callId, fact.row);
			else if (fact.kind === "user") this.#putUser(file, fact.row, responder);
			else this.#putCompaction(file, fact.row, responder);
		}
		for (const result of results.values()) this.#finishCall(file, result);
		this.#requestSums.flush();
		this.#callSums.flush();
	}

	#putPosition(path: string, { offset, tail, mtimeMs, folder, lastUser }: ReadPosition): number {
		const sql = `INSERT INTO files (path, offset, tail, mtimeMs, folder, lastUser) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE
			SET offset = excluded.offset, tail = excluded.tail, mtimeMs = excluded.mtimeMs, folder = excluded.folder,
			lastUser = excluded.lastUser RETURNING id`;
		const row = this.#database
			.query<{ id: number }, SQLQueryBindings[]>(sql)
			.get(path, offset, tail, mtimeMs, folder, lastUser);
		return row?.id ?? 0;
	}

	#putRequest(file: number, row: RequestRow): void {
		const agentType = agentTypes.indexOf(row.agentType);
		const [provider, model, folder] = [this.#name(row.provider), this.#name(row.model), this.#name(row.folder)];
		const columns = { ...row, file, folder, provider, model, api: this.#name(row.api), agentType };
		if (this.#put("requests", columns)) this.#requestSums.add(row, [provider, model, agentType, folder]);
		else this.#requestSums.markOutdated(row.at);
	}

	#putCall(file: number, row: CallRow, result: CallResult | undefined): void {
		const [tool, provider, model] = [this.#name(row.tool), this.#name(row.provider), this.#name(row.model)];
		const { resultChars = null, isError = 0 } = result ?? {};
		const finished = { ...row, resultChars: resultChars ?? 0, isError };
		if (this.#put("calls", { ...row, file, tool, provider, model, resultChars, isError }))
			this.#callSums.add(finished, [tool, provider, model]);
		else this.#callSums.markOutdated(row.at);
	}

	#putUser(file: number, row: object, responder: Responder | undefined): void {
		this.#put("users", {
			...(row as Record<string, Value>),
			file,
			provider: responder === undefined ? null : this.#name(responder.provider),
			model: responder === undefined ? null : this.#name(responder.model),
		});
	}

	#putCompaction(file: number, row: { readonly folder: string }, responder: Responder | undefined): void {
		this.#put("compactions", {
			...(row as unknown as Record<string, Value>),
			file,
			folder: this.#name(row.folder),
			tokensAfter: responder?.promptTokens ?? null,
		});
	}

	/** What of an earlier part of the file waited for a request. */
	#answerEarlier(file: number, { provider, model, promptTokens }: Responder): void {
		this.#database
			.query("UPDATE users SET provider = ?, model = ? WHERE file = ? AND model IS NULL")
			.run(this.#name(provider), this.#name(model), file);
		this.#database
			.query("UPDATE compactions SET tokensAfter = ? WHERE file = ? AND tokensAfter IS NULL")
			.run(promptTokens, file);
	}

	#finishCall(file: number, { callId, resultChars, isError }: CallResult): void {
		const sql = `UPDATE calls SET resultChars = ?, isError = ? WHERE file = ? AND callId = ? AND resultChars IS NULL
			RETURNING at`;
		const finished = this.#database.query<{ at: number }, SQLQueryBindings[]>(sql);
		for (const { at } of finished.all(resultChars, isError, file, callId)) this.#callSums.markOutdated(at);
	}

	/** Whether the row is new; the one of a copy, or of a file that is read again, replaces what is there. */
	#put(table: string, row: Readonly<Record<string, Value>>): boolean {
		const columns = Object.keys(row);
		const insert = this.#prepare(`insert ${table}`, () => {
			const places = columns.map(() => "?").join(", ");
			return `INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${places})`;
		});
		const values = Object.values(row);
		if (insert.run(...values).changes > 0) return true;
		const update = this.#prepare(`update ${table}`, () => {
			const changes = columns.map((column) => `${column} = ?`).join(", ");
			return `UPDATE ${table} SET ${changes} WHERE at = ? AND entry = ? ${"position" in row ? "AND position = ?" : ""}`;
		});
		update.run(...values, row.at ?? 0, row.entry ?? "", ...("position" in row ? [row.position ?? 0] : []));
		return false;
	}

	/** Rows of a table always have the same columns, so one statement serves all. */
	#prepare(name: string, sql: () => string): Statement<unknown, SQLQueryBindings[]> {
		const known = this.#statements.get(name);
		if (known !== undefined) return known;
		const statement = this.#database.prepare<unknown, SQLQueryBindings[]>(sql());
		this.#statements.set(name, statement);
		return statement;
	}

	#name(text: string): number {
		const known = this.#names.get(text);
		if (known !== undefined) return known;
		const sql =
			"INSERT INTO names (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = excluded.text RETURNING id";
		const id = this.#database.query<{ id: number }, [string]>(sql).get(text)?.id ?? 0;
		this.#names.set(text, id);
		return id;
	}

	[Symbol.dispose](): void {
		this.#database.close();
	}
}

function describeResponder({ provider, model, input, cacheRead, cacheWrite }: RequestRow): Responder {
	return { provider, model, promptTokens: input + cacheRead + cacheWrite };
}
