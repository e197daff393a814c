import { Database, type SQLQueryBindings } from "bun:sqlite";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type FoundTable, findTable, quoted } from "../../formats/sqlite/find-table.ts";
import { formatTable, formatValue, type SqlValue } from "./format-table.ts";
import { type QueryLimits, queryInChildProcess } from "./query-in-child-process.ts";
import { parseSqliteRequest, type RowQuery, type SqliteRequest } from "./sqlite-path.ts";

/** As many as can be counted in one query. */
const maxTables = 500;
/** Tables and columns that are described in the list. */
const maxDescribed = 60;
const maxDescribedColumns = 20;
const maxCountingMs = 5000;
const sampleRows = 5;
/** Of each value of a single row. */
const maxRowText = 100_000;
const maxQueryRows = 1000;
const defaultTimeoutMs = 30_000;

/** Answers a request for a part of a database, which is opened so that nothing can change it. */
export async function readSqlite(
	path: string,
	rest: string,
	options: { signal: AbortSignal; timeoutMs?: number },
): Promise<string> {
	const request = parseSqliteRequest(rest);
	const { signal, timeoutMs = defaultTimeoutMs } = options;
	const limits = { signal, timeoutMs, maxRows: maxQueryRows + 1 };
	try {
		using database = new Database(path, { readonly: true, safeIntegers: true });
		database.run("PRAGMA busy_timeout = 3000");
		return (await answer(request, { path, database, limits })).join("\n");
	} catch (error) {
		if (error instanceof ToolError || signal.aborted) throw error;
		throw new ToolError(errorMessage(error), { cause: error });
	}
}

interface OpenDatabase {
	readonly path: string;
	readonly database: Database;
	readonly limits: QueryLimits;
}

async function answer(request: SqliteRequest, source: OpenDatabase): Promise<string[]> {
	if (request.kind === "tables") return listTables(source);
	if (request.kind === "query") return runQuery(request.sql, source);
	const table = findTable(source.database, request.selector);
	if (!request.query) return table.key === undefined ? describeTable(table, source) : readRow(table, source);
	if (table.key !== undefined) throw new ToolError("SQLite row lookups do not take query parameters");
	return readRows(table.name, request.query, source);
}

async function listTables({ path, database, limits }: OpenDatabase): Promise<string[]> {
	const tables = select(
		database,
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
	);
	const names = tables.rows.slice(0, maxTables).map(([name]) => String(name));
	if (names.length === 0) return ["(no tables)"];
	const { counts, problem } = await countRows(names, path, limits);
	const rows = names.map((name, index) => {
		const count = counts ? ` (${counts[index]} rows)` : "";
		return index < maxDescribed ? `${name}${count}: ${columnText(database, name)}` : `${name}${count}`;
	});
	const more = tables.rows.length - names.length;
	return [
		...rows,
		...(more > 0 ? [`[${more} more tables]`] : []),
		...(problem === undefined ? [] : [`[Rows not counted: ${problem}]`]),
	];
}

/** Apart, as it takes long in a large database; the names are worth having without. */
async function countRows(
	names: readonly string[],
	path: string,
	limits: QueryLimits,
): Promise<{ counts?: readonly SqlValue[]; problem?: string }> {
	const counting = names.map((name, index) => `SELECT ${index} AS place, (SELECT count(*) FROM ${quoted(name)})`);
	const timeoutMs = Math.min(limits.timeoutMs, maxCountingMs);
	try {
		const { rows } = await queryInChildProcess(path, `${counting.join(" UNION ALL ")} ORDER BY place`, {
			...limits,
			timeoutMs,
		});
		return { counts: rows.map(([, count]) => count ?? 0) };
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		return { problem: error.message };
	}
}

async function describeTable(table: FoundTable, { path, limits }: OpenDatabase): Promise<string[]> {
	const { name, sql } = table;
	const { columns, rows } = await queryInChildProcess(path, `SELECT * FROM ${quoted(name)}`, {
		...limits,
		maxRows: sampleRows,
	});
	const left = rows.length < sampleRows ? 0 : await rowsBehind(name, rows.length, path, limits);
	const next = `:${name}?limit=20&offset=${rows.length}`;
	const more = left > 0 ? [`[${left} more rows; append ${next} to the database path to continue]`] : [];
	return [sql, "", "Sample rows:", ...formatTable(columns, rows), ...more];
}

/** 0 when they cannot be counted in time. */
async function rowsBehind(table: string, shown: number, path: string, limits: QueryLimits): Promise<number> {
	const { counts } = await countRows([table], path, limits);
	return Math.max(0, Number(counts?.[0] ?? 0) - shown);
}

async function readRow({ name, key = "" }: FoundTable, { path, database, limits }: OpenDatabase): Promise<string[]> {
	const query = `SELECT * FROM ${quoted(name)} WHERE ${keyColumn(database, name)} = ?`;
	const { columns, rows } = await queryInChildProcess(
		path,
		query,
		{ ...limits, maxRows: 1 },
		{ maxText: maxRowText, tellsSize: true, bindings: [key] },
	);
	const [row] = rows;
	if (!row) throw new ToolError(`SQLite table '${name}' has no row with key '${key}'`);
	return columns.map((column, index) => `${column}: ${formatValue(row[index] ?? null)}`);
}

async function readRows(
	table: string,
	{ limit, offset, order, where }: RowQuery,
	{ path, database, limits }: OpenDatabase,
): Promise<string[]> {
	if (order && !columnsOf(database, table).includes(order.column)) {
		throw new ToolError(`SQLite table '${table}' has no column named '${order.column}'`);
	}
	const condition = where ? ` WHERE ${where}` : "";
	const sorting = order ? ` ORDER BY ${quoted(order.column)}${order.descending ? " DESC" : ""}` : "";
	const query = `SELECT * FROM ${quoted(table)}${condition}${sorting}`;
	const [{ columns, rows }, counted] = await Promise.all([
		queryInChildProcess(path, query, { ...limits, maxRows: limit }, { offset }),
		queryInChildProcess(path, `SELECT count(*) FROM ${quoted(table)}${condition}`, limits),
	]);
	const left = Number(counted.rows[0]?.[0] ?? 0) - offset - rows.length;
	const lines = formatTable(columns, rows);
	if (left <= 0) return lines;
	const next = new URLSearchParams({ limit: String(limit), offset: String(offset + rows.length) });
	if (order) next.set("order", `${order.column}${order.descending ? ":desc" : ""}`);
	if (where) next.set("where", where);
	return [
		...lines,
		`[${left} more rows; append :${table}?${decodeURIComponent(next.toString().replaceAll("+", " "))} to the database path to continue]`,
	];
}

async function runQuery(sql: string, { path, limits }: OpenDatabase): Promise<string[]> {
	const { columns, rows } = await queryInChildProcess(path, sql, limits);
	const lines = formatTable(columns, rows.slice(0, maxQueryRows));
	return rows.length > maxQueryRows
		? [...lines, `[Only the first ${maxQueryRows} rows are shown; add LIMIT and OFFSET to continue]`]
		: lines;
}

function columnsOf(database: Database, table: string): string[] {
	return select(database, "SELECT name FROM pragma_table_info(?)", table).rows.map(([name]) => String(name));
}

/** `id INTEGER PRIMARY KEY, name TEXT`, as far as there is room. */
function columnText(database: Database, table: string): string {
	const { rows } = select(database, "SELECT name, type, pk FROM pragma_table_info(?)", table);
	const columns = rows.slice(0, maxDescribedColumns).map(([name, type, key]) => {
		const primary = Number(key) > 0 ? ["PRIMARY KEY"] : [];
		return [String(name), ...(type ? [String(type)] : []), ...primary].join(" ");
	});
	return [...columns, ...(rows.length > columns.length ? [`… ${rows.length - columns.length} more`] : [])].join(", ");
}

function keyColumn(database: Database, table: string): string {
	const keys = select(database, "SELECT name FROM pragma_table_info(?) WHERE pk > 0", table).rows;
	return keys.length === 1 ? quoted(String(keys[0]?.[0])) : "rowid";
}

/** Rows as lists: as records, columns with a number for a name would change places. */
function select(database: Database, sql: string, ...bindings: string[]): { columns: string[]; rows: SqlValue[][] } {
	const statement = database.prepare<unknown, SQLQueryBindings[]>(sql);
	const rows = statement.values(...bindings) as SqlValue[][];
	return { columns: [...statement.columnNames], rows };
}
