import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { CallResult, CallRow, RequestRow } from "./rows.ts";

/** Every time zone is a multiple of it away from UTC, so that its sums add up to local hours and days. */
export const quarterMs = 900_000;

interface Measure<Row> {
	readonly sql: string;
	readonly read: (row: Row) => number;
	readonly combine?: "min" | "max";
}

type Measures<Row> = Readonly<Record<string, Measure<Row>>>;

const sum = <Row>(name: keyof Row & string): Measure<Row> => ({
	sql: `coalesce(sum(${name}), 0)`,
	read: (row) => Number(row[name] ?? 0),
});
const first = { sql: "min(at)", read: ({ at }: { at: number }) => at, combine: "min" } as const;
const last = { sql: "max(at)", read: ({ at }: { at: number }) => at, combine: "max" } as const;

/** Only requests whose times are known tell how fast they were. */
const isTimed = ({ durationMs, ttftMs }: RequestRow) => durationMs !== null && ttftMs !== null && durationMs > ttftMs;
const timed = (value: string) => `coalesce(sum(CASE WHEN durationMs > ttftMs THEN ${value} END), 0)`;

export const requestMeasures = {
	requests: { sql: "count(*)", read: () => 1 },
	failed: sum("failed"),
	input: sum("input"),
	output: sum("output"),
	cacheRead: sum("cacheRead"),
	cacheWrite: sum("cacheWrite"),
	totalTokens: sum("totalTokens"),
	premiumRequests: sum("premiumRequests"),
	costInput: sum("costInput"),
	costOutput: sum("costOutput"),
	costCacheRead: sum("costCacheRead"),
	costCacheWrite: sum("costCacheWrite"),
	cost: sum("cost"),
	saved: sum("saved"),
	durationMs: sum("durationMs"),
	durations: { sql: "count(durationMs)", read: ({ durationMs }) => (durationMs === null ? 0 : 1) },
	ttftMs: sum("ttftMs"),
	ttfts: { sql: "count(ttftMs)", read: ({ ttftMs }) => (ttftMs === null ? 0 : 1) },
	writingMs: {
		sql: timed("durationMs - ttftMs"),
		read: (row) => (isTimed(row) ? (row.durationMs ?? 0) - (row.ttftMs ?? 0) : 0),
	},
	writtenTokens: { sql: timed("output"), read: (row) => (isTimed(row) ? row.output : 0) },
	firstAt: first,
	lastAt: last,
} satisfies Measures<RequestRow>;

type FinishedCall = CallRow & CallResult;

export const callMeasures = {
	calls: { sql: "count(*)", read: () => 1 },
	errors: { sql: "coalesce(sum(isError), 0)", read: ({ isError }) => isError },
	argsChars: sum("argsChars"),
	resultChars: sum("resultChars"),
	totalTokens: sum("totalTokens"),
	outputTokens: sum("outputTokens"),
	cost: sum("cost"),
	lastAt: last,
} satisfies Measures<FinishedCall>;

interface RollupDefinition<Row> {
	readonly table: string;
	readonly source: string;
	readonly groups: readonly string[];
	readonly measures: Measures<Row>;
}

export const requestRollup: RollupDefinition<RequestRow> = {
	table: "requestQuarters",
	source: "requests",
	groups: ["provider", "model", "agentType", "folder"],
	measures: requestMeasures,
};

export const callRollup: RollupDefinition<FinishedCall> = {
	table: "callQuarters",
	source: "calls",
	groups: ["tool", "provider", "model"],
	measures: callMeasures,
};

export function rollupTable<Row>({ table, groups, measures }: RollupDefinition<Row>): string {
	const columns = ["quarter", ...groups].map((name) => `${name} INTEGER NOT NULL`);
	const sums = Object.keys(measures).map((name) => `${name} REAL NOT NULL`);
	return `CREATE TABLE IF NOT EXISTS ${table} (${[...columns, ...sums].join(", ")}, PRIMARY KEY (quarter, ${groups.join(", ")})) WITHOUT ROWID`;
}

/** The sums of the rows that fit a condition, by quarter of an hour. */
export function sumSql<Row>({ source, groups, measures }: RollupDefinition<Row>, condition: string): string {
	const sums = Object.entries(measures).map(([name, { sql }]) => `${sql} AS ${name}`);
	const names = ["quarter", ...groups].join(", ");
	const quarter = `at - ((at % ${quarterMs}) + ${quarterMs}) % ${quarterMs} AS quarter`;
	return `SELECT ${[quarter, ...groups, ...sums].join(", ")} FROM ${source} WHERE ${condition} GROUP BY ${names}`;
}

export function quarterAt(at: number): number {
	return Math.floor(at / quarterMs) * quarterMs;
}

/** Keeps the sums of one table up to date while rows are added. */
export class Rollup<Row extends { readonly at: number }> {
	readonly #database: Database;
	readonly #definition: RollupDefinition<Row>;
	readonly #added = new Map<string, { readonly groups: readonly number[]; readonly sums: number[] }>();
	readonly #outdated = new Set<number>();

	constructor(database: Database, definition: RollupDefinition<Row>) {
		this.#database = database;
		this.#definition = definition;
	}

	/** A row that was not there before; the groups are ids of names. */
	add(row: Row, groups: readonly number[]): void {
		const values = [quarterAt(row.at), ...groups];
		const key = values.join(" ");
		const known = this.#added.get(key);
		const measures = Object.values(this.#definition.measures);
		if (known === undefined) this.#added.set(key, { groups: values, sums: measures.map(({ read }) => read(row)) });
		else {
			for (const [index, { read, combine }] of measures.entries())
				known.sums[index] = combined(combine, known.sums[index] ?? 0, read(row));
		}
	}

	/** A row of this time was there before and changed. */
	markOutdated(at: number): void {
		this.#outdated.add(quarterAt(at));
	}

	/** Writes what was collected; belongs into the transaction that writes the rows. */
	flush(): void {
		const { table, groups, measures } = this.#definition;
		const names = Object.keys(measures);
		const columns = ["quarter", ...groups, ...names];
		const updates = Object.entries(measures).map(([name, { combine }]) =>
			combine === undefined
				? `${name} = ${name} + excluded.${name}`
				: `${name} = ${combine}(${name}, excluded.${name})`,
		);
		const statement = this.#database.query<unknown, SQLQueryBindings[]>(
			`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
			ON CONFLICT (quarter, ${groups.join(", ")}) DO UPDATE SET ${updates.join(", ")}`,
		);
		for (const { groups: values, sums } of this.#added.values()) {
			if (!this.#outdated.has(values[0] ?? 0)) statement.run(...values, ...sums);
		}
		for (const quarter of this.#outdated) this.#sumAgain(quarter, columns);
		this.clear();
	}

	/** Forgets what was collected, after its transaction failed. */
	clear(): void {
		this.#added.clear();
		this.#outdated.clear();
	}

	#sumAgain(quarter: number, columns: readonly string[]): void {
		const { table } = this.#definition;
		this.#database.query(`DELETE FROM ${table} WHERE quarter = ?`).run(quarter);
		const select = sumSql(this.#definition, "at >= ? AND at < ?");
		this.#database.query(`INSERT INTO ${table} (${columns.join(", ")}) ${select}`).run(quarter, quarter + quarterMs);
	}
}

function combined(combine: "min" | "max" | undefined, a: number, b: number): number {
	if (combine === undefined) return a + b;
	return combine === "min" ? Math.min(a, b) : Math.max(a, b);
}
