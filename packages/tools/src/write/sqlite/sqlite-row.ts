import type { Database, SQLQueryBindings } from "bun:sqlite";
import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { askEditor } from "../../files/mutate/ask-editor.ts";
import type { CallRef } from "../../files/mutate/commit-journaled.ts";
import { mustBeWritable } from "../../files/mutate/load-file.ts";
import { resolveTarget } from "../../files/mutate/target.ts";
import { findTable, quoted } from "../../formats/sqlite/find-table.ts";
import type { WriteDetails } from "../contract/details.ts";
import type { WritePorts } from "../contract/write-ports.ts";
import type { SqliteTarget } from "./sqlite-target.ts";

const busyTimeoutMs = 3000;

/** Inserts a row; with a key it updates that one, or without content deletes it. */
export async function writeSqliteRow(
	target: SqliteTarget,
	content: string,
	call: CallRef,
	ports: WritePorts,
): Promise<ToolOutput<WriteDetails>> {
	const { path, shownPath, realPath = path } = resolveTarget(target.requestedDatabase, ports);
	ports.judged?.forget(path);
	if (resolveRealPath(path) !== realPath) {
		throw new ToolError(
			`${shownPath} leads to another place than when the call was judged: a link in its path changed. Nothing was written.`,
		);
	}
	await mustBeWritable(path, shownPath);
	await askEditor({ path, shownPath }, ports.editor?.()?.write, call);
	const sqlite = await import("bun:sqlite");
	using database = new sqlite.Database(realPath, { readwrite: true, create: false });
	database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
	const done = writeRow(database, target.selector, content);
	ports.onChanged?.([path]);
	return { content: done, details: { resolvedPath: path } };
}

function writeRow(database: Database, selector: string, content: string): string {
	const { key, ...shape } = readShape(database, selector);
	const { table } = shape;
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

function readShape(database: Database, selector: string): TableShape & { readonly key?: string } {
	const { name, isView, key } = findTable(database, selector);
	if (isView) throw new ToolError(`SQLite view '${name}' has no rows of its own; write to its table`);
	const columns = database
		.query<{ name: string; pk: number }, [string]>("SELECT name, pk FROM pragma_table_info(?)")
		.all(name);
	const facts = database
		.query<{ wr: number }, [string]>("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
		.get(name);
	return {
		table: name,
		columns: columns.map((column) => column.name),
		primaryKey: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
		hasRowId: facts?.wr === 0,
		...(key !== undefined && { key }),
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
	if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 2 ** 63)
		throw new ToolError(`The number ${value} is too large to be read exactly; write it in quotes`);
	if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint")
		return value;
	if (typeof value === "boolean") return value ? 1 : 0;
	return JSON.stringify(value);
}
