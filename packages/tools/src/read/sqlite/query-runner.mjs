// Runs alone in a process that can be ended: SQLite itself cannot be interrupted in the middle of a query.
import { Database } from "bun:sqlite";

/** A table shows less than that of a value, and a thousand rows may hold far more. */
const maxShownText = 1000;

const { path, sql, maxRows } = await Bun.stdin.json();
try {
	const database = new Database(path, { readonly: true, safeIntegers: true });
	database.run("PRAGMA busy_timeout = 3000");
	const statement = database.prepare(sql);
	if (statement.paramsCount > 0) throw new Error("SQLite queries cannot have bound parameters");
	const isSelect = /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values)\b/i.test(sql);
	const limited = isSelect ? database.prepare(`SELECT * FROM (\n${sql}\n) LIMIT ${maxRows}`) : statement;
	const plain = (value) => {
		if (typeof value === "bigint") return { integer: String(value) };
		if (typeof value === "string") return value.slice(0, maxShownText);
		return value instanceof Uint8Array ? { blobBytes: value.length } : value;
	};
	const rows = limited.values().map((row) => row.map(plain));
	console.log(JSON.stringify({ columns: statement.columnNames, rows }));
} catch (error) {
	console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
}
