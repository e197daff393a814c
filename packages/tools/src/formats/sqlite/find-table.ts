import type { Database } from "bun:sqlite";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** A table, and the row of it that is meant. */
export interface FoundTable {
	/** As the database spells it. */
	readonly name: string;
	readonly sql: string;
	readonly isView: boolean;
	readonly key?: string;
}

interface SchemaRow {
	readonly name: string;
	readonly sql: string | null;
	readonly type: string;
}

/** Reads `table` or `table:key` by the tables there are: a name may hold colons of its own. */
export function findTable(database: Database, selector: string): FoundTable {
	for (let end = selector.length; end > 0; end = selector.lastIndexOf(":", end - 1)) {
		const row = lookUp(database, selector.slice(0, end));
		if (!row) continue;
		const key = selector.slice(end + 1);
		return { name: row.name, sql: row.sql ?? "", isView: row.type === "view", ...(key !== "" && { key }) };
	}
	throw new ToolError(`SQLite table '${selector.split(":")[0]}' not found${nameThem(database)}`);
}

/** The same spelling wins over another case. */
function lookUp(database: Database, name: string): SchemaRow | null {
	return database
		.query<SchemaRow, [string, string]>(
			"SELECT name, sql, type FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE ORDER BY name = ? DESC",
		)
		.get(name, name);
}

const maxNamed = 20;

function nameThem(database: Database): string {
	const names = database
		.query<{ name: string }, []>(
			`SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT ${maxNamed + 1}`,
		)
		.all()
		.map(({ name }) => name);
	if (names.length === 0) return "";
	return `. Tables: ${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? ", …" : ""}`;
}

export function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
