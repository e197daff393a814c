import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { formatTable } from "./format-table.ts";
import { queryInChildProcess } from "./query-in-child-process.ts";
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

const { signal } = new AbortController();
const createUsers = "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INT)";

test("a table with more rows than the sample says how to go on", async () => {
	await using project = await library();
	using database = new Database(project.file("a.db"));
	for (let id = 10; id < 20; id++) database.run(`INSERT INTO users VALUES (${id}, 'x', 1)`);
	expect((await readSqlite(project.file("a.db"), ":users", { signal })).split("\n").at(-1)).toBe(
		"[8 more rows; append :users?limit=20&offset=5 to the database path to continue]",
	);
});

verifies("tools-files:read:sqlite", async () => {
	await using project = await library();
	const read = async (rest: string) => (await readSqlite(project.file("a.db"), rest, { signal })).split("\n");
	const [ann, bob, big] = ["| 1 | Ann | 30 |", "| 2 | Bob | NULL |", "| 9007199254740993 | Big | 40 |"];
	const header = ["| id | name | age |", "| --- | --- | --- |"];
	expect(await read("")).toEqual([
		"pairs (1 rows): a TEXT PRIMARY KEY, b BLOB PRIMARY KEY",
		"users (3 rows): id INTEGER PRIMARY KEY, name TEXT, age INT",
	]);
	expect(await read(":users")).toEqual([createUsers, "", "Sample rows:", ...header, ann, bob, big] as string[]);
	expect(await read(":users:2")).toEqual(["id: 2", "name: Bob", "age: NULL"]);
	expect(await read(":pairs:1")).toEqual(["a: x|y", "b: <blob 2B>"]);
	expect(await read(":pairs?limit=1")).toEqual(["| a | b |", "| --- | --- |", "| x\\|y | <blob 2B> |"]);
	expect(await read(":users?where=age > 30&order=name:desc")).toEqual([...header, big] as string[]);
	expect(await read(":users?limit=1&offset=1&order=id")).toEqual([
		...header,
		bob,
		"[1 more rows; append :users?limit=1&offset=2&order=id to the database path to continue]",
	] as string[]);
	expect(await read("?q=SELECT count(*) AS n FROM users;")).toEqual(["| n |", "| --- |", "| 3 |"]);
	expect((await read("?q=SELECT 1 AS a, 2 AS a")).at(-1)).toBe("| 1 | 2 |");
	expect(await read(":users?where=name = 'a;b UNION'")).toEqual(header);
});

verifies("tools-files:read:sqlite-errors", async () => {
	await using project = await library();
	const refused: Record<string, string> = {
		":users?foo=1": "Unsupported SQLite query parameter 'foo'",
		":nope": "SQLite table 'nope' not found. Tables: pairs, users",
		"?q=DELETE FROM users": "SQLite queries are read-only",
		"?q=VACUUM INTO '/tmp/copy.db'": "SQLite queries are read-only",
		"?q=-- x%0AATTACH 'x.db' AS x": "SQLite queries are read-only",
		"?q=WITH n AS (SELECT 1) DELETE FROM users": "syntax error",
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
		"?q=SELECT FROM": 'near "FROM": syntax error',
	};
	for (const [rest, message] of Object.entries(refused)) {
		await expect(readSqlite(project.file("a.db"), rest, { signal })).rejects.toThrow(message);
	}
});

test("a query of many rows stops at the limit", async () => {
	await using project = await library();
	const sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
	const lines = (await readSqlite(project.file("a.db"), `?q=${encodeURIComponent(sql)}`, { signal })).split("\n");
	expect([lines.length, lines.at(-1)]).toEqual([
		1003,
		"[Only the first 1000 rows are shown; add LIMIT and OFFSET to continue]",
	]);
});

test("of long texts only what is shown comes over", async () => {
	await using project = await library();
	const sql = "SELECT hex(zeroblob(1000000)) AS long, 'short' AS short";
	const { rows } = await queryInChildProcess(project.file("a.db"), sql, { signal, maxRows: 10, timeoutMs: 10_000 });
	expect(rows).toEqual([["0".repeat(1000), "short"]]);
});

test("a query that never ends is ended, by the clock or by whoever asked", async () => {
	await using project = await library();
	const sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
	const rest = `?q=${encodeURIComponent(sql)}`;
	await expect(readSqlite(project.file("a.db"), rest, { signal, timeoutMs: 300 })).rejects.toThrow(
		"SQLite query timed out after 0.3s; narrow it with a condition or a limit",
	);
	const condition = `:users?where=${encodeURIComponent(`id = (${sql})`.replace("UNION ALL", "UNION"))}`;
	await expect(readSqlite(project.file("a.db"), condition, { signal })).rejects.toThrow("cannot contain 'UNION'");
	const stop = AbortSignal.timeout(200);
	await expect(readSqlite(project.file("a.db"), rest, { signal: stop })).rejects.toThrow(stop.reason);
});

test("tables are listed even when counting their rows takes too long", async () => {
	await using project = await library();
	expect((await readSqlite(project.file("a.db"), "", { signal, timeoutMs: 0 })).split("\n")).toEqual([
		"pairs: a TEXT PRIMARY KEY, b BLOB PRIMARY KEY",
		"users: id INTEGER PRIMARY KEY, name TEXT, age INT",
		"[Rows not counted: SQLite query timed out after 0s; narrow it with a condition or a limit]",
	]);
	const stopped = AbortSignal.abort();
	await expect(readSqlite(project.file("a.db"), "", { signal: stopped })).rejects.toThrow(stopped.reason);
});

test("a view that never ends is ended too", async () => {
	await using project = await library();
	{
		using database = new Database(project.file("a.db"));
		const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
		database.run(`CREATE VIEW endless AS ${numbers} SELECT max(i) AS most FROM n`);
		database.run("CREATE VIEW names AS SELECT name FROM users WHERE id < 3");
	}
	const read = (rest: string) => readSqlite(project.file("a.db"), rest, { signal, timeoutMs: 300 });
	await expect(read(":endless")).rejects.toThrow("SQLite query timed out after 0.3s");
	const names = await readSqlite(project.file("a.db"), ":names", { signal });
	expect(names.split("\n").slice(2)).toEqual(["Sample rows:", "| name |", "| --- |", "| Ann |", "| Bob |"]);
});

test("a query runs nothing of the project it is asked in", async () => {
	await using project = await library();
	await project.write("bunfig.toml", 'preload = ["./preload.ts"]');
	await project.write("preload.ts", 'await Bun.write(import.meta.dir + "/ran", "")');
	const script = `
		const { readSqlite } = await import(${JSON.stringify(import.meta.resolve("./read-sqlite.ts"))});
		process.chdir(${JSON.stringify(project.path)});
		const { signal } = new AbortController();
		console.log(await readSqlite(${JSON.stringify(project.file("a.db"))}, "?q=SELECT 1 AS n", { signal }));`;
	const output = await Bun.$`${process.execPath} -e ${script}`.cwd("/").text();
	expect([output.split("\n"), await Bun.file(project.file("ran")).exists()]).toEqual([
		["| n |", "| --- |", "| 1 |", ""],
		false,
	]);
});

test("odd schemas: names with colons, numbers for columns, another case, comments at the end", async () => {
	await using project = await workspace();
	{
		using database = new Database(project.file("odd.db"));
		database.run('CREATE TABLE "a:b" ("2" TEXT, "1" TEXT)');
		database.run("INSERT INTO \"a:b\" VALUES ('two', 'one')");
		database.run("CREATE TABLE Users (id INTEGER PRIMARY KEY)");
		database.run("INSERT INTO Users VALUES (7)");
	}
	const read = async (rest: string) => (await readSqlite(project.file("odd.db"), rest, { signal })).split("\n");
	const table = ["| 2 | 1 |", "| --- | --- |", "| two | one |"];
	expect((await read(":a:b")).slice(-3)).toEqual(table);
	expect(await read(":a:b:1")).toEqual(["2: two", "1: one"]);
	expect(await read(":a:b?limit=5")).toEqual(table);
	expect(await read('?q=SELECT * FROM "a:b" -- all')).toEqual(table);
	expect(await read(":users:7")).toEqual(["id: 7"]);
	expect(await read("?q=SELECT x'0102' AS b, 9007199254740993 AS n, NULL AS z")).toEqual([
		"| b | n | z |",
		"| --- | --- | --- |",
		"| <blob 2B> | 9007199254740993 | NULL |",
	]);
});

test("only a file that is a database is taken for one", async () => {
	await using project = await library();
	await runCommand(["mkfifo", project.file("pipe.db")]);
	const base = { cwd: project.path, home: "/nowhere" };
	const restOf = async (path: string) => (await findSqlitePath(path, base))?.rest;
	expect(
		await Promise.all(
			["a.db", "a.db:users:1", "a.db?q=SELECT 1", "plain.db", "gone.db:x", "pipe.db", "a.dbx"].map(restOf),
		),
	).toEqual(["", ":users:1", "?q=SELECT 1", undefined, undefined, undefined, undefined]);
});

test("a table is never wider than a screen", () => {
	const lines = formatTable(["a", "b", "c", "d"], [["x".repeat(200), "y".repeat(200), "z", "w".repeat(60)]]);
	expect(lines.map((line) => line.length <= 120)).toEqual([true, true, true]);
	expect(lines[2]).toContain("…");
	expect(formatTable(["t"], [["one\ntwo".padEnd(60, "!")]])[2]).toHaveLength(44);
});

test("huge values are shown by their size, without reading them", async () => {
	await using project = await library();
	const path = project.file("a.db");
	using database = new Database(path);
	database.run("CREATE TABLE big (id INTEGER PRIMARY KEY, data BLOB, words TEXT)");
	database.run("INSERT INTO big VALUES (1, zeroblob(300000000), printf('%.*c', 5000000, 'w'))");
	const read = async (rest: string) => (await readSqlite(path, rest, { signal })).split("\n");
	expect((await read("?q=SELECT data FROM big")).at(-1)).toBe("| <blob 300000000B> |");
	expect((await read(":big")).at(-1)).toContain("| 1 | <blob 300000000B> | www");
	expect((await read(":big?limit=1")).at(-1)).toContain("<blob 300000000B>");
	const row = await read(":big:1");
	expect(row[1]).toBe("data: <blob 300000000B>");
	expect(row[2]).toMatch(/^words: w{100000}… \[5000000 bytes\]$/);
});

test.skipIf(process.platform !== "linux")("a query that fills the memory is ended with a sentence", async () => {
	await using project = await library();
	const sql =
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i %2B 1 FROM n WHERE i < 50) SELECT length(group_concat(hex(zeroblob(8000000 %2B i)))) FROM n";
	const reading = readSqlite(project.file("a.db"), `?q=${sql}`, { signal });
	await expect(reading).rejects.toThrow("SQLite query took more than 512 MB of memory");
});
