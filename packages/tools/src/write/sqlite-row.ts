import type { Database, SQLQueryBindings } from "bun:sqlite";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { mustBeWritable } from "../mutate/load-file.ts";
import { resolveTarget } from "../mutate/target.ts";
import type { WriteDetails } from "./execute.ts";
import type { SqliteTarget } from "./sqlite-target.ts";
import type { WritePorts } from "./write.ts";

const busyTimeoutMs = 3000;

/** Inserts a row; with a key it updates that one, or without content deletes it. */
export async function writeSqliteRow(
	target: SqliteTarget,
	content: string,
	ports: WritePorts,
): Promise<ToolOutput<WriteDetails>> {
	const { path, shownPath } = resolveTarget(target.givenDatabase, ports);
	await mustBeWritable(path, shownPath);
	const sqlite = await import("bun:sqlite");
	using database = new sqlite.Database(path, { readwrite: true, create: false });
	database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
	const done = writeRow(database, target, content);
	ports.onChanged?.([path]);
	return { content: done, details: { resolvedPath: path } };
}

function writeRow(database: Database, { table, key }: SqliteTarget, content: string): string {
	const shape = shapeOf(database, table);
	if (key === undefined) {
		const row = parseRow(content, shape);
		const names = Object.keys(row);
		const values =
			names.length > 0
				? `(${names.map(quoted).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`
				: "DEFAULT VALUES";
		database.query(`INSERT INTO ${quoted(table)} ${values}`).run(...Object.values(row));
		return `Inserted row into ${table}`;
	}
	const where = `WHERE ${keyColumn(shape)} = ?`;
	if (content.trim() === "") {
		const { changes } = database.query(`DELETE FROM ${quoted(table)} ${where}`).run(key);
		return changes > 0 ? `Deleted row '${key}' from ${table}` : `No row deleted from ${table} for key '${key}'`;
	}
	const row = parseRow(content, shape);
	const names = Object.keys(row);
	if (names.length === 0) throw new ToolError("An update needs at least one column: {} changes nothing.");
	const assignments = names.map((name) => `${quoted(name)} = ?`).join(", ");
	const { changes } = database
		.query(`UPDATE ${quoted(table)} SET ${assignments} ${where}`)
		.run(...Object.values(row), key);
	return changes > 0 ? `Updated row '${key}' in ${table}` : `No row updated in ${table} for key '${key}'`;
}

interface TableShape {
	readonly table: string;
	readonly columns: readonly string[];
	readonly primaryKey: readonly string[];
	readonly hasRowId: boolean;
}

function shapeOf(database: Database, table: string): TableShape {
	const facts = database
		.query<{ sql: string }, [string]>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
		.get(table);
	if (!facts) throw new ToolError(`SQLite table '${table}' not found`);
	const columns = database
		.query<{ name: string; pk: number }, [string]>("SELECT name, pk FROM pragma_table_info(?)")
		.all(table);
	return {
		table,
		columns: columns.map(({ name }) => name),
		primaryKey: columns.filter(({ pk }) => pk > 0).map(({ name }) => name),
		hasRowId: !/\bWITHOUT\s+ROWID\b/i.test(facts.sql),
	};
}

/** The one column of the primary key, else the number SQLite gives each row. */
function keyColumn({ table, primaryKey, hasRowId }: TableShape): string {
	const [only] = primaryKey;
	if (!hasRowId) throw new ToolError(`SQLite table '${table}' is WITHOUT ROWID; its rows cannot be written by key`);
	if (primaryKey.length > 1) {
		throw new ToolError(`SQLite table '${table}' has a composite primary key; its rows cannot be written by key`);
	}
	return only === undefined ? "rowid" : quoted(only);
}

function parseRow(content: string, shape: TableShape): Record<string, SQLQueryBindings> {
	const row = parseObject(content);
	const unknown = Object.keys(row).find((name) => !shape.columns.includes(name));
	if (unknown !== undefined) {
		throw new ToolError(
			`SQLite table '${shape.table}' has no column named '${unknown}'. Columns: ${shape.columns.join(", ")}`,
		);
	}
	return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bindable(value)]));
}

function parseObject(content: string): Record<string, unknown> {
	try {
		const value: unknown = Bun.JSON5.parse(content);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
	} catch {
		// Said below, as for values of another kind.
	}
	throw new ToolError("SQLite write content must be a JSON object");
}

function bindable(value: unknown): SQLQueryBindings {
	if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint")
		return value;
	if (typeof value === "boolean") return value ? 1 : 0;
	return JSON.stringify(value);
}

function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
