import { stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { hasSqliteHeader } from "../../formats/sqlite/has-header.ts";

export interface SqliteTarget {
	readonly requestedDatabase: string;
	/** `table` to insert, `table:key` for a row. */
	readonly selector: string;
}

const pattern = /^(?<database>.+?\.(?:sqlite3?|db3?))(?:$|(?<query>\?)|:(?<selector>.*)$)/is;

/** What of a path is the database, by its name alone. */
export function findDatabasePart(path: string): string | undefined {
	return pattern.exec(path)?.groups?.database;
}

/** `a.db:table` or `a.db:table:key` of a database that exists; any other file with such a name is a plain file. */
export async function findSqliteTarget(path: string, base: PathBase): Promise<SqliteTarget | undefined> {
	const groups = pattern.exec(path)?.groups;
	if (!groups?.database) return undefined;
	const { database: requestedDatabase, selector, query } = groups;
	const database = resolvePath(requestedDatabase, base);
	const isWhole = requestedDatabase.length === path.length;
	const exists = (await stat(database).catch(() => undefined))?.isFile() ?? false;
	const isDatabase = exists && (await hasSqliteHeader(database));
	if (isWhole && !isDatabase) return undefined;
	if (!exists) throw new ToolError(`SQLite database '${requestedDatabase}' not found`);
	if (!isDatabase) throw new ToolError(`'${requestedDatabase}' is not a SQLite database, so it has no rows to write`);
	if (query || selector?.includes("?")) throw new ToolError("SQLite write paths do not support query parameters");
	if (!selector) throw new ToolError("SQLite write path must target a table");
	if (selector.endsWith(":")) throw new ToolError("SQLite row writes require a non-empty row key");
	return { requestedDatabase, selector };
}
