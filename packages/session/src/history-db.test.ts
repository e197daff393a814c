import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { PromptHistory } from "./history-db.ts";

const clock = { now: () => 1_800_000_000_000 };

test("history: prompts are returned newest first, with folder and session", async () => {
	await using project = await workspace();
	const path = project.file("agent/history.db");
	const history = new PromptHistory(path, clock);
	history.add("  first  ", "/work/app", "s1");
	history.add("first");
	history.add("/model opus");
	history.add("   ");
	expect(await history.getRecent(10)).toEqual([
		{ id: 2, prompt: "/model opus", createdAt: 1_800_000_000, cwd: undefined, sessionId: undefined },
		{ id: 1, prompt: "first", createdAt: 1_800_000_000, cwd: "/work/app", sessionId: "s1" },
	]);
	expect(await history.getRecent(1)).toHaveLength(1);
	await history.close();
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("history: a new process continues the history and does not repeat the last prompt", async () => {
	await using project = await workspace();
	const path = project.file("history.db");
	for (const prompts of [
		["one", "two"],
		["two", "three"],
	]) {
		const history = new PromptHistory(path, clock);
		for (const prompt of prompts) history.add(prompt);
		await history.close();
	}
	const history = new PromptHistory(path, clock);
	expect((await history.getRecent(10)).map(({ prompt }) => prompt)).toEqual(["three", "two", "one"]);
	await history.close();
});

test("history: prompts are written after a short delay", async () => {
	await using project = await workspace();
	const path = project.file("history.db");
	const history = new PromptHistory(path, clock);
	expect(existsSync(path)).toBe(false);
	history.add("one");
	await until(() => {
		const database = new Database(path, { readonly: true });
		const found = database.query("SELECT prompt FROM history").all();
		database.close();
		return found.length === 1;
	});
	await history.close();
});

test("history: search matches prefixes of words in any order, and punctuation", async () => {
	await using project = await workspace();
	const history = new PromptHistory(project.file("history.db"), clock);
	history.add("fix the login page", undefined, "s1");
	history.add('say "hello" to 100% of C++ users', undefined, "s2");
	history.add("login again", undefined, "s3");
	const found = async (query: string) => (await history.search(query, 10)).map(({ sessionId }) => sessionId);
	expect([await found("log"), await found("page fix"), await found("nothing")]).toEqual([["s3", "s1"], ["s1"], []]);
	expect([await found('"hello"'), await found("++"), await found("100%"), await found("%%"), await found("")]).toEqual([
		["s2"],
		["s2"],
		["s2"],
		[],
		[],
	]);
	expect(await history.matchingSessionIds("login")).toEqual(new Set(["s1", "s3"]));
	await history.close();
});

test("history: prompts older than the search table are found", async () => {
	await using project = await workspace();
	const path = project.file("history.db");
	const old = new Database(path);
	old.run(
		"CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, prompt TEXT NOT NULL, created_at INTEGER NOT NULL DEFAULT 0, cwd TEXT, session_id TEXT)",
	);
	old.run("INSERT INTO history (prompt) VALUES ('ancient words')");
	old.close();
	const history = new PromptHistory(path, clock);
	expect((await history.search("anc", 10)).map(({ prompt }) => prompt)).toEqual(["ancient words"]);
	await history.close();
});

verifies("sessions:history:broken-db", async () => {
	await using project = await workspace({
		"history.db": "this is not a database, although it is long enough for one".repeat(20),
	});
	const errors: unknown[] = [];
	const history = new PromptHistory(project.file("history.db"), clock, (error) => errors.push(error));
	history.add("one");
	expect([await history.getRecent(10), await history.search("one", 10)]).toEqual([[], []]);
	expect(await history.matchingSessionIds("one")).toEqual(new Set());
	history.add("two");
	await history.close();
	expect(errors).toHaveLength(1);

	const other = new Database(project.file("locked.db"));
	other.run("BEGIN EXCLUSIVE");
	const locked = new PromptHistory(project.file("locked.db"), clock, (error) => errors.push(error));
	locked.add("one");
	expect(await locked.getRecent(10)).toEqual([]);
	await locked.close();
	other.close();
	expect(errors).toHaveLength(2);
});
