import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { readdir } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { writing } from "../testing/writing.ts";

verifies("tools-files:write:sqlite-row", async () => {
	await using project = await workspace({ "plain.db": "no database\n" });
	{
		using made = new Database(project.file("a.db"), { create: true });
		made.run("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, tags TEXT, active INT DEFAULT 1)");
		made.run("CREATE TABLE log (line TEXT)");
		made.run('CREATE TABLE "odd ""name" (k TEXT PRIMARY KEY, v)');
		made.run("CREATE TABLE pair (a, b, PRIMARY KEY (a, b))");
		made.run("CREATE TABLE bare (k PRIMARY KEY) WITHOUT ROWID");
		made.run("CREATE TABLE said (x TEXT DEFAULT 'WITHOUT ROWID')");
		made.run('CREATE TABLE "co:lon" (x)');
		made.run("CREATE VIEW names AS SELECT name FROM users");
	}
	const write = writing(project);
	const said = async (path: string, content: string) => (await write(path, content)).content;
	expect(await said("a.db:users", "{name: 'Ann', tags: ['x', 1], active: true}")).toBe("Inserted row into users");
	expect(await said("a.db:users", "{}")).toBe("Inserted row into users");
	expect(await said("a.db:users:2", '{"name": "Bob", "active": null}')).toBe("Updated row '2' in users");
	expect(await said("a.db:users:9", '{"name": "x"}')).toBe("No row updated in users for key '9'");
	expect(await said("a.db:log", '{"line": "one"}')).toBe("Inserted row into log");
	expect(await said("a.db:log:1", '{"line": "two"}')).toBe("Updated row '1' in log");
	expect(await said('a.db:odd "name', '{"k": "a:b", "v": 1}')).toBe('Inserted row into odd "name');
	expect(await said('a.db:odd "name:a:b', " \n")).toBe("Deleted row 'a:b' from odd \"name");
	expect(await said("a.db:log:7", "")).toBe("No row deleted from log for key '7'");
	expect(await said("a.db:said", "{}")).toBe("Inserted row into said");
	expect(await said("a.db:said:1", "{x: '9007199254740993'}")).toBe("Updated row '1' in said");
	expect(await said("a.db:CO:LON", "{x: 5000000000}")).toBe("Inserted row into co:lon");
	expect(await said("a.db:co:lon:1", "")).toBe("Deleted row '1' from co:lon");
	{
		using database = new Database(project.file("a.db"), { readonly: true });
		expect(database.query("SELECT * FROM users").all()).toEqual([
			{ id: 1, name: "Ann", tags: '["x",1]', active: 1 },
			{ id: 2, name: "Bob", tags: null, active: null },
		]);
		expect(database.query("SELECT * FROM log").all()).toEqual([{ line: "two" }]);
	}
	const errors: Array<[path: string, content: string, message: string]> = [
		["a.db:users", "[1]", "SQLite write content must be a JSON object"],
		["a.db:users", "name", "SQLite write content must be a JSON object"],
		["a.db:users", "{nope: 1}", "SQLite table 'users' has no column named 'nope'"],
		["a.db:users:1", "{}", "An update needs at least one column"],
		["a.db:nope", "{}", "SQLite table 'nope' not found. Tables: bare, co:lon"],
		["a.db:names", "{}", "SQLite view 'names' has no rows of its own; write to its table"],
		["a.db:log", "{line: 9007199254740993}", "too large to be read exactly; write it in quotes"],
		["plain.db:users", "{}", "'plain.db' is not a SQLite database, so it has no rows to write"],
		["a.db:users?where=x", "{}", "SQLite write paths do not support query parameters"],
		["a.db?q=SELECT 1", "{}", "SQLite write paths do not support query parameters"],
		["a.db", "{}", "SQLite write path must target a table"],
		["a.db:users:", "{}", "SQLite row writes require a non-empty row key"],
		["a.db:pair:1", "{a: 1}", "composite primary key"],
		["a.db:bare:1", "{k: 1}", "WITHOUT ROWID"],
		["missing.db:users", "{}", "SQLite database 'missing.db' not found"],
	];
	for (const [path, content, message] of errors) await expect(write(path, content)).rejects.toThrow(message);
	await write("plain.db", "still plain\n");
	expect([await project.read("plain.db"), (await readdir(project.path)).sort()]).toEqual([
		"still plain\n",
		["a.db", "plain.db"],
	]);
});
