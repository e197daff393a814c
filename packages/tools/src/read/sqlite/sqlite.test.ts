import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { formatTable } from "./format-table.ts";
import { readSqlite } from "./read-sqlite.ts";
import { findSqlitePath } from "./sqlite-path.ts";

async function library(): Promise<Workspace> {
	const project = await workspace({ "plain.db": "just text" });
	using database = new Database(project.file("a.db"));
	database.run("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT)");
	database.run("INSERT INTO users VALUES (1, 'Ann', 30), (2, 'Bob', NULL), (9007199254740993, 'Big', 40)");
	database.run("CREATE TABLE pairs (a TEXT, b BLOB, PRIMARY KEY (a, b))");
	database.run("INSERT INTO pairs VALUES ('x|y', x'0102')");
	return project;
}

const createUsers = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT)";

verifies("tools-files:read:sqlite", async () => {
	await using project = await library();
	const read = (rest: string) => readSqlite(project.file("a.db"), rest).split("\n");
	const [ann, bob, big] = ["| 1 | Ann | 30 |", "| 2 | Bob | NULL |", "| 9007199254740993 | Big | 40 |"];
	const header = ["| id | name | age |", "| --- | --- | --- |"];
	expect(read("")).toEqual(["pairs (1 rows)", "users (3 rows)"]);
	expect(read(":users")).toEqual([createUsers, "", "Sample rows:", ...header, ann, bob, big] as string[]);
	expect(read(":users:2")).toEqual(["id: 2", "name: Bob", "age: NULL"]);
	expect(read(":pairs:1")).toEqual(["a: x|y", "b: <blob 2B>"]);
	expect(read(":pairs?limit=1")).toEqual(["| a | b |", "| --- | --- |", "| x\\|y | <blob 2B> |"]);
	expect(read(":users?where=age > 30&order=name:desc")).toEqual([...header, big] as string[]);
	expect(read(":users?limit=1&offset=1&order=id")).toEqual([
		...header,
		bob,
		"[1 more rows; append :users?limit=1&offset=2&order=id to the database path to continue]",
	] as string[]);
	expect(read("?q=SELECT count(*) AS n FROM users;")).toEqual(["| n |", "| --- |", "| 3 |"]);
	expect(read("?q=SELECT 1 AS a, 2 AS a").at(-1)).toBe("| 1 | 2 |");
	expect(() => read("?q=DELETE FROM users")).toThrow("readonly");
	expect(read(":users?where=name = 'a;b UNION'")).toEqual(header);
});

verifies("tools-files:read:sqlite-errors", async () => {
	await using project = await library();
	const refused: Record<string, string> = {
		":users?foo=1": "Unsupported SQLite query parameter 'foo'",
		":nope": "SQLite table 'nope' not found",
		":users?order=shoe": "SQLite table 'users' has no column named 'shoe'",
		":users?limit=0": "SQLite query parameter 'limit' must be a whole number of at least 1",
		":users?limit=x": "SQLite query parameter 'limit' must be a whole number of at least 1",
		":users?where=1 UNION SELECT 1": "SQLite where clause cannot contain 'UNION'",
		":users?where=1 -- x": "SQLite where clause cannot contain comments",
		":users?where=1; DROP": "SQLite where clause cannot contain ';'",
		":users?where=nope = 1": "no such column: nope",
		":users:2?limit=1": "SQLite row lookups do not take query parameters",
		":users:77": "SQLite table 'users' has no row with key '77'",
		"?q=": "SQLite query parameter 'q' must not be empty",
		"?q=SELECT ?": "SQLite queries cannot have bound parameters",
		"?q=SELECT 1&limit=3": "Unsupported SQLite query parameter 'limit'",
		":users?q=SELECT 1": "SQLite query parameter 'q' stands alone",
		"?q=nonsense": 'near "nonsense": syntax error',
	};
	for (const [rest, message] of Object.entries(refused)) {
		expect(() => readSqlite(project.file("a.db"), rest)).toThrow(message);
	}
});

test("a query of many rows stops at the limit", async () => {
	await using project = await library();
	const sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
	const lines = readSqlite(project.file("a.db"), `?q=${encodeURIComponent(sql)}`).split("\n");
	expect([lines.length, lines.at(-1)]).toEqual([
		1003,
		"[Only the first 1000 rows are shown; add LIMIT and OFFSET to continue]",
	]);
});

test("only a file that is a database is taken for one", async () => {
	await using project = await library();
	const base = { cwd: project.path, home: "/nowhere" };
	const restOf = async (path: string) => (await findSqlitePath(path, base))?.rest;
	expect(
		await Promise.all(["a.db", "a.db:users:1", "a.db?q=SELECT 1", "plain.db", "gone.db:x", "a.dbx"].map(restOf)),
	).toEqual(["", ":users:1", "?q=SELECT 1", undefined, undefined, undefined]);
});

test("a table is never wider than a screen", () => {
	const lines = formatTable(["a", "b", "c", "d"], [["x".repeat(200), "y".repeat(200), "z", "w".repeat(60)]]);
	expect(lines.map((line) => line.length <= 120)).toEqual([true, true, true]);
	expect(lines[2]).toContain("…");
	expect(formatTable(["t"], [["one\ntwo".padEnd(60, "!")]])[2]).toHaveLength(44);
});
