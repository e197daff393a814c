import { open, stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";

export interface SqliteTarget {
	readonly database: string;
	readonly givenDatabase: string;
	readonly table: string;
	/** Absent to insert. */
	readonly key?: string;
}

const pattern =
	/^(?<database>.+?\.(?:sqlite3?|db3?))(?<query>\?)?(?::(?<table>[^:?]*)(?<tableQuery>\?)?(?::(?<key>.*))?)?/is;

/** `a.db:table` or `a.db:table:key` of a database that exists; any other file with such a name is a plain file. */
export async function findSqliteTarget(path: string, base: PathBase): Promise<SqliteTarget | undefined> {
	const groups = pattern.exec(path)?.groups;
	if (!groups?.database) return undefined;
	const { database: givenDatabase, table, key } = groups;
	const database = resolvePath(givenDatabase, base);
	const isWhole = givenDatabase.length === path.length;
	const exists = (await stat(database).catch(() => undefined))?.isFile() ?? false;
	if (!exists) {
		if (isWhole) return undefined;
		if (groups.query || table !== undefined) throw new ToolError(`SQLite database '${givenDatabase}' not found`);
		return undefined;
	}
	if (!(await hasSqliteHeader(database))) return undefined;
	if (groups.query || groups.tableQuery) throw new ToolError("SQLite write paths do not support query parameters");
	if (!table) throw new ToolError("SQLite write path must target a table");
	if (key === "") throw new ToolError("SQLite row writes require a non-empty row key");
	return { database, givenDatabase, table, ...(key !== undefined && { key }) };
}

/** A new database that nothing was written to yet has no bytes at all. */
async function hasSqliteHeader(path: string): Promise<boolean> {
	await using file = await open(path, "r");
	const { buffer, bytesRead } = await file.read(new Uint8Array(16), 0, 16, 0);
	return bytesRead === 16 && new TextDecoder().decode(buffer) === "SQLite format 3\0";
}
