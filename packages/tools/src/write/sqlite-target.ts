import { stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "../shared/paths/resolve-path.ts";
import { hasSqliteHeader } from "../shared/sqlite/has-header.ts";

export interface SqliteTarget {
	readonly givenDatabase: string;
	/** `table` to insert, `table:key` for a row. */
	readonly selector: string;
}

const pattern = /^(?<database>.+?\.(?:sqlite3?|db3?))(?:$|(?<query>\?)|:(?<selector>.*)$)/is;

/** `a.db:table` or `a.db:table:key` of a database that exists; any other file with such a name is a plain file. */
export async function findSqliteTarget(path: string, base: PathBase): Promise<SqliteTarget | undefined> {
	const groups = pattern.exec(path)?.groups;
	if (!groups?.database) return undefined;
	const { database: givenDatabase, selector, query } = groups;
	const database = resolvePath(givenDatabase, base);
	const isWhole = givenDatabase.length === path.length;
	const exists = (await stat(database).catch(() => undefined))?.isFile() ?? false;
	const isDatabase = exists && (await hasSqliteHeader(database));
	if (isWhole && !isDatabase) return undefined;
	if (!exists) throw new ToolError(`SQLite database '${givenDatabase}' not found`);
	if (!isDatabase) throw new ToolError(`'${givenDatabase}' is not a SQLite database, so it has no rows to write`);
	if (query || selector?.includes("?")) throw new ToolError("SQLite write paths do not support query parameters");
	if (!selector) throw new ToolError("SQLite write path must target a table");
	if (selector.endsWith(":")) throw new ToolError("SQLite row writes require a non-empty row key");
	return { givenDatabase, selector };
}
