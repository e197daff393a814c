// Runs alone in a process that can be ended: SQLite itself cannot be interrupted in the middle of a query.
import { Database } from "bun:sqlite";

/** Three columns are made of one, and SQLite allows 2000. */
const maxBoundedColumns = 600;

const { path, sql, maxRows, maxText, tellsSize, bindings, offset } = await Bun.stdin.json();

/**
 * The same query with each value cut by SQLite, so that a huge one never gets here: three columns for one, its beginning, its size and its type.
 */
function bounded(columns) {
	const names = columns.map((_, index) => `c${index}`);
	const cells = names.map(
		(name) =>
			`CASE typeof(${name}) WHEN 'blob' THEN NULL WHEN 'text' THEN substr(${name}, 1, ${maxText}) ELSE ${name} END, octet_length(${name}), typeof(${name})`,
	);
	return `WITH q(${names.join(", ")}) AS (\n${sql}\n) SELECT ${cells.join(", ")} FROM q LIMIT ${maxRows} OFFSET ${offset}`;
}

function boundedRow(row) {
	const values = [];
	for (let at = 0; at < row.length; at += 3) {
		const [value, bytes, type] = row.slice(at, at + 3);
		if (type === "blob") values.push({ blobBytes: Number(bytes) });
		else if (tellsSize && type === "text" && bytes > Buffer.byteLength(value))
			values.push(`${value}… [${bytes} bytes]`);
		else values.push(plain(value));
	}
	return values;
}

function plain(value) {
	if (typeof value === "bigint") return { integer: String(value) };
	if (typeof value === "string") return value.slice(0, maxText);
	return value instanceof Uint8Array ? { blobBytes: value.length } : value;
}

try {
	const database = new Database(path, { readonly: true, safeIntegers: true });
	database.run("PRAGMA busy_timeout = 3000");
	const statement = database.prepare(sql);
	if (statement.paramsCount !== bindings.length) throw new Error("SQLite queries cannot have bound parameters");
	const columns = statement.columnNames;
	const isSelect = /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values)\b/i.test(sql);
	const rows =
		isSelect && columns.length <= maxBoundedColumns
			? database
					.prepare(bounded(columns))
					.values(...bindings)
					.map(boundedRow)
			: statement
					.values(...bindings)
					.slice(0, maxRows)
					.map((row) => row.map(plain));
	console.log(JSON.stringify({ columns, rows }));
} catch (error) {
	console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
}
