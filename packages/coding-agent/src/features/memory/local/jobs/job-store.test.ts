import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { JobStore } from "./job-store.ts";

const leaseMs = 100;
const thread = { path: "/s/a.jsonl", sessionId: "a", modified: 5 };
const nothing = { rawMemory: "", synopsis: "", places: [] };

async function opened() {
	const folder = await workspace();
	const path = folder.file("jobs.db");
	const store = new JobStore(path);
	const claim = (owner: string, now: number) =>
		store.claimThreads([thread.path], { owner, limit: 10, now, leaseMs }).map(({ sessionId }) => sessionId);
	return {
		...{ path, store, claim },
		async [Symbol.asyncDispose]() {
			store[Symbol.dispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

test("a session has one owner, until its lease has run out; the one before cannot hand in any more", async () => {
	await using at = await opened();
	const { store, claim } = at;
	store.noteThreads([thread]);
	expect([claim("one", 0), claim("two", 50)]).toEqual([["a"], []]);
	expect(store.renewThread(thread.path, "one", 150)).toBe(true);
	expect([claim("two", 120), claim("two", 150)]).toEqual([[], ["a"]]);
	expect(store.renewThread(thread.path, "one", 300)).toBe(false);
	expect(store.finishThread(thread, "one", { ...nothing, rawMemory: "late" }, 160)).toBe(false);
	expect(store.finishThread(thread, "two", { ...nothing, rawMemory: "in time" }, 170)).toBe(true);
	expect(store.rawMemories(10).map(({ rawMemory }) => rawMemory)).toEqual(["in time"]);
});

test("a session that was extracted is due again when it has changed, one that failed after its delay", async () => {
	await using at = await opened();
	const { store, claim } = at;
	store.noteThreads([thread]);
	claim("one", 0);
	store.releaseThread(thread.path, "one", 40);
	expect([claim("one", 30), claim("one", 40)]).toEqual([[], ["a"]]);
	store.finishThread(thread, "one", nothing, 50);
	expect(claim("one", 1000)).toEqual([]);
	store.noteThreads([{ ...thread, modified: 6 }]);
	expect(claim("one", 1000)).toEqual(["a"]);
});

test("what becomes due while a consolidation is under way stays due", async () => {
	await using at = await opened();
	const { store } = at;
	const claims = (owner: string, now: number) => store.claimConsolidation({ owner, now, leaseMs });
	expect(claims("one", 0)).toBe(false);
	store.markDirty();
	expect([claims("one", 0), claims("two", 50)]).toEqual([true, false]);
	store.markDirty();
	let written = 0;
	expect(store.finishConsolidation("two", 60, () => written++)).toBe(false);
	expect(store.finishConsolidation("one", 60, () => written++)).toBe(true);
	expect([written, store.counts().isDirty, claims("two", 60)]).toEqual([1, true, true]);
	store.finishConsolidation("two", 70, () => {});
	expect([store.counts().isDirty, claims("one", 80)]).toEqual([false, false]);
});

test("a session whose file was deleted is forgotten, and the summary is due", async () => {
	await using at = await opened();
	const { store, claim } = at;
	store.noteThreads([thread]);
	claim("one", 0);
	store.finishThread(thread, "one", { ...nothing, rawMemory: "secret plan" }, 10);
	store.claimConsolidation({ owner: "one", now: 10, leaseMs });
	store.finishConsolidation("one", 20, () => {});
	store.forgetMissing((path) => path === thread.path);
	expect([store.rawMemories(10), store.counts()]).toEqual([
		[],
		{ threads: 0, extracted: 0, isDirty: true, doneAt: 20 },
	]);
});

test("a database of a newer omp, and a file that is none, are refused with what to do", async () => {
	await using folder = await workspace({ "damaged.db": "no database at all ".repeat(100) });
	using newer = new Database(folder.file("newer.db"), { create: true });
	newer.run("PRAGMA user_version = 99");
	expect(() => new JobStore(folder.file("newer.db"))).toThrow("was written by a newer omp. Update omp");
	expect(() => new JobStore(folder.file("damaged.db"))).toThrow("Move it away; omp makes a new one.");
});
