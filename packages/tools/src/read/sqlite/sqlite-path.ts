import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { hasSqliteHeader } from "../../formats/sqlite/has-header.ts";

/** What of a database is wanted. */
export type SqliteRequest =
	| { readonly kind: "tables" }
	/** A table, or with a key behind its name one of its rows. */
	| { readonly kind: "table"; readonly selector: string; readonly query?: RowQuery }
	| { readonly kind: "query"; readonly sql: string };

export interface RowQuery {
	readonly limit: number;
	readonly offset: number;
	readonly order?: { readonly column: string; readonly descending: boolean };
	readonly where?: string;
}

export interface SqlitePath {
	readonly requestedPath: string;
	readonly absolute: string;
	/** Everything behind the file's name. */
	readonly rest: string;
}

const defaultLimit = 20;
const maxLimit = 500;
const forbiddenInWhere = [
	"LIMIT",
	"OFFSET",
	"UNION",
	"ATTACH",
	"DETACH",
	"PRAGMA",
	"VACUUM",
	"INSERT",
	"UPDATE",
	"DELETE",
	"DROP",
	"CREATE",
	"ALTER",
	"REPLACE",
];

/** Takes `a.db:users?limit=5` apart where the part before is a database that exists. */
export async function findSqlitePath(path: string, base: PathBase): Promise<SqlitePath | undefined> {
	for (const match of path.matchAll(/\.(?:sqlite3?|db3?)(?=$|[:?])/gi)) {
		const end = match.index + match[0].length;
		const requestedPath = path.slice(0, end);
		const absolute = resolvePath(requestedPath, base);
		if (await hasSqliteHeader(absolute)) return { requestedPath, absolute, rest: path.slice(end) };
	}
	return undefined;
}

/** Reads what stands behind the file's name. */
export function parseSqliteRequest(rest: string): SqliteRequest {
	const question = rest.indexOf("?");
	const selector = question === -1 ? rest : rest.slice(0, question);
	const query = question === -1 ? undefined : new URLSearchParams(rest.slice(question + 1));
	const table = selector.replace(/^:/, "").replace(/:$/, "");
	if (table !== "") return { kind: "table", selector: table, ...(query && { query: parseRowQuery(query) }) };
	return query === undefined ? { kind: "tables" } : { kind: "query", sql: parseSql(query) };
}

/** What may come before the first word. */
const leading = /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*/;

function parseSql(query: URLSearchParams): string {
	refuseUnknown(query, ["q"]);
	const sql = query.get("q")?.trim() ?? "";
	if (sql === "") throw new ToolError("SQLite query parameter 'q' must not be empty");
	// Others than these write files even through a connection that cannot change the database.
	if (!/^(?:select|with|values|explain|pragma)\b/i.test(sql.replace(leading, ""))) {
		throw new ToolError("SQLite queries are read-only: begin with SELECT, WITH, VALUES, EXPLAIN or PRAGMA");
	}
	return sql.replace(/;\s*$/, "");
}

function parseRowQuery(query: URLSearchParams): RowQuery {
	if (query.has("q")) throw new ToolError("SQLite query parameter 'q' stands alone: use <database>?q=SELECT …");
	refuseUnknown(query, ["limit", "offset", "order", "where"]);
	const order = query.get("order");
	const [, column = "", direction] = /^(.*?)(?::(asc|desc))?$/i.exec(order ?? "") ?? [];
	const where = query.get("where")?.trim();
	if (where) refuseUnsafe(where);
	return {
		limit: Math.min(wholeNumber(query, "limit", defaultLimit, 1), maxLimit),
		offset: wholeNumber(query, "offset", 0, 0),
		...(column && { order: { column, descending: direction?.toLowerCase() === "desc" } }),
		...(where && { where }),
	};
}

function refuseUnknown(query: URLSearchParams, known: readonly string[]): void {
	const unknown = [...query.keys()].find((name) => !known.includes(name));
	if (unknown !== undefined) throw new ToolError(`Unsupported SQLite query parameter '${unknown}'`);
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, least: number): number {
	const text = query.get(name);
	if (text === null) return otherwise;
	const value = Number(text);
	if (!Number.isInteger(value) || value < least) {
		throw new ToolError(`SQLite query parameter '${name}' must be a whole number of at least ${least}`);
	}
	return value;
}

/** A condition is put between our own words, so it must not bring others; what it quotes is data. */
function refuseUnsafe(where: string): void {
	const code = where.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, "''");
	const word = forbiddenInWhere.find((keyword) => new RegExp(`\\b${keyword}\\b`, "i").test(code));
	const found = /--|\/\*/.test(code) ? "comments" : code.includes(";") ? "';'" : word && `'${word}'`;
	if (found) throw new ToolError(`SQLite where clause cannot contain ${found}`);
}
