import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { truncate } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { StatsAnswers } from "../queries/stats-answers.ts";
import { openStore, StatsError } from "./open-store.ts";

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
const answers = (store: ConstructorParameters<typeof StatsAnswers>[0]) => new StatsAnswers(store, now, async () => []);

test("store: rows of version 1 are kept, also of sessions that are gone", async () => {
	await using home = await workspace();
	const path = home.file("stats.db");
	using old = new Database(path);
	old.run("CREATE TABLE files (path TEXT PRIMARY KEY, offset INTEGER, tail TEXT, folder TEXT)");
	old.run(`CREATE TABLE requests (key TEXT PRIMARY KEY, at INTEGER, folder TEXT, model TEXT, input INTEGER, output INTEGER,
		cacheRead INTEGER, cacheWrite INTEGER, cost REAL, durationMs REAL, ttftMs REAL, failed INTEGER)`);
	old.run("INSERT INTO requests VALUES ('ab 1000', 1000, '/code', 'acme/a/b', 1, 2, 3, 4, 0.5, 100, 10, 1)");
	old.run("INSERT INTO files VALUES ('/gone.jsonl', 10, '', '/code')");
	for (let time = 0; time < 2; time++) {
		const { store, notice } = await openStore(path, now);
		using _store = store;
		expect(notice).toBeUndefined();
		expect(answers(store).models("all")).toMatchObject([
			{ provider: "acme", model: "a/b", totalRequests: 1, failedRequests: 1, totalTokens: 10, totalCost: 0.5 },
		]);
	}
});

test("store: a damaged file is put aside, and so is one of 5 GB that is none", async () => {
	await using home = await workspace({ "stats.db": "this is no database at all, not even a little".repeat(100) });
	await truncate(home.file("stats.db"), 5 * 1024 ** 3);
	const { store, notice } = await openStore(home.file("stats.db"), now);
	using _store = store;
	expect(notice).toContain("stats.db.damaged-20260102030405");
	expect(answers(store).models("all")).toEqual([]);
	expect(Bun.file(home.file("stats.db.damaged-20260102030405")).size).toBe(5 * 1024 ** 3);
});

test("store: the file of a newer omp is left as it is", async () => {
	await using home = await workspace();
	const path = home.file("stats.db");
	using newer = new Database(path);
	newer.run("CREATE TABLE requests (something TEXT)");
	newer.run("PRAGMA user_version = 99");
	const { store, notice } = await openStore(path, now);
	using _store = store;
	expect(notice).toContain("written by a newer omp");
	expect(answers(store).models("all")).toEqual([]);
	expect(newer.query("PRAGMA user_version").get()).toEqual({ user_version: 99 });
	expect(await Bun.file(home.file("stats.v2.db")).exists()).toBe(true);
});

test("store: a locked file is named, and nothing of it is lost", async () => {
	await using home = await workspace();
	const path = home.file("stats.db");
	using other = new Database(path);
	other.run("PRAGMA locking_mode = EXCLUSIVE");
	other.run("CREATE TABLE mine (value TEXT)");
	const opening = openStore(path, now);
	expect(opening).rejects.toThrow(StatsError);
	expect(opening).rejects.toThrow(`${path} is locked by another program`);
	await opening.catch(() => {});
	other.run("INSERT INTO mine VALUES ('kept')");
	expect(other.query("SELECT value FROM mine").all()).toEqual([{ value: "kept" }]);
});
