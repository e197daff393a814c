import { Database, type SQLQueryBindings } from "bun:sqlite";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { formatTable, formatValue, type SqlValue } from "./format-table.ts";
import { parseSqliteRequest, type RowQuery } from "./sqlite-path.ts";

const maxTables = 500;
const sampleRows = 5;
const maxQueryRows = 1000;

/** Answers a request for a part of a database, which is opened so that nothing can change it. */
export function readSqlite(path: string, rest: string): string {
	const request = parseSqliteRequest(rest);
	try {
		using database = new Database(path, { readonly: true, safeIntegers: true });
		database.run("PRAGMA busy_timeout = 3000");
		switch (request.kind) {
			case "tables":
				return listTables(database).join("\n");
			case "table":
				return describeTable(database, request.table).join("\n");
			case "row":
				return readRow(database, request.table, request.key).join("\n");
			case "rows":
				return readRows(database, request.table, request.query).join("\n");
			case "query":
				return runQuery(database, request.sql).join("\n");
		}
	} catch (error) {
		if (error instanceof ToolError) throw error;
		throw new ToolError(error instanceof Error ? error.message : String(error), { cause: error });
	}
}

function listTables(database: Database): string[] {
	const tables = select(
		database,
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
	);
	const rows = tables.rows.slice(0, maxTables).map(([name]) => {
		const count = select(database, `SELECT count(*) FROM ${quoted(String(name))}`).rows[0]?.[0];
		return `${name} (${count} rows)`;
	});
	if (rows.length === 0) return ["(no tables)"];
	const more = tables.rows.length - rows.length;
	return more > 0 ? [...rows, `[${more} more tables]`] : rows;
}

function describeTable(database: Database, table: string): string[] {
	const { sql } = getTable(database, table);
	const { columns, rows } = select(database, `SELECT * FROM ${quoted(table)} LIMIT ${sampleRows}`);
	return [sql, "", "Sample rows:", ...formatTable(columns, rows)];
}

function readRow(database: Database, table: string, key: string): string[] {
	getTable(database, table);
	const column = keyColumn(database, table);
	const { columns, rows } = select(database, `SELECT * FROM ${quoted(table)} WHERE ${column} = ? LIMIT 1`, key);
	const [row] = rows;
	if (!row) throw new ToolError(`SQLite table '${table}' has no row with key '${key}'`);
	return columns.map((name, index) => `${name}: ${formatValue(row[index] ?? null)}`);
}

function readRows(database: Database, table: string, { limit, offset, order, where }: RowQuery): string[] {
	getTable(database, table);
	if (order && !columnsOf(database, table).includes(order.column)) {
		throw new ToolError(`SQLite table '${table}' has no column named '${order.column}'`);
	}
	const condition = where ? ` WHERE ${where}` : "";
	const sorting = order ? ` ORDER BY ${quoted(order.column)}${order.descending ? " DESC" : ""}` : "";
	const sql = `SELECT * FROM ${quoted(table)}${condition}${sorting} LIMIT ${limit} OFFSET ${offset}`;
	const { columns, rows } = select(database, sql);
	const total = Number(select(database, `SELECT count(*) FROM ${quoted(table)}${condition}`).rows[0]?.[0] ?? 0);
	const left = total - offset - rows.length;
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

function runQuery(database: Database, sql: string): string[] {
	const statement = database.prepare<unknown, SQLQueryBindings[]>(sql);
	if (statement.paramsCount > 0) throw new ToolError("SQLite queries cannot have bound parameters");
	// Inside another query, columns that share a name are told apart.
	const distinct = /^(?:select|with|values)\b/i.test(sql) ? `SELECT * FROM (${sql})` : sql;
	const { columns, rows } = select(database, distinct);
	const lines = formatTable(columns, rows.slice(0, maxQueryRows));
	return rows.length > maxQueryRows
		? [...lines, `[Only the first ${maxQueryRows} rows are shown; add LIMIT and OFFSET to continue]`]
		: lines;
}

function getTable(database: Database, table: string): { sql: string } {
	const found = select(database, "SELECT sql FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?", table);
	const sql = found.rows[0]?.[0];
	if (sql === undefined) throw new ToolError(`SQLite table '${table}' not found`);
	return { sql: String(sql) };
}

function columnsOf(database: Database, table: string): string[] {
	return select(database, "SELECT name FROM pragma_table_info(?)", table).rows.map(([name]) => String(name));
}

function keyColumn(database: Database, table: string): string {
	const keys = select(database, "SELECT name FROM pragma_table_info(?) WHERE pk > 0", table).rows;
	return keys.length === 1 ? quoted(String(keys[0]?.[0])) : "rowid";
}

/** At most one row more than is ever shown. */
function select(database: Database, sql: string, ...bindings: string[]): { columns: string[]; rows: SqlValue[][] } {
	const statement = database.prepare<unknown, SQLQueryBindings[]>(sql);
	const rows: SqlValue[][] = [];
	for (const row of statement.iterate(...bindings)) {
		rows.push(Object.values(row as Record<string, SqlValue>));
		if (rows.length > maxQueryRows) break;
	}
	return { columns: [...statement.columnNames], rows };
}

function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
