import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Memory } from "../contract/memory.ts";
import { bankIn, newMemory, storedMemory } from "../testing/make-memory.ts";
import type { MemoryBank } from "./memory-bank.ts";

const search = (bank: MemoryBank, text: string, more = {}) =>
	bank.search({ text, limit: 10, ...more }).map(({ content }) => content);

test("what is added is found, listed and given back whole by a bank that is opened anew", async () => {
	await using folder = await workspace();
	const added: Memory[] = [];
	{
		using bank = bankIn(folder.path);
		added.push(...bank.add([newMemory("Zürich hosts the primary", { context: "servers", sessionId: "s", cwd: "/a" })]));
		added.push(...bank.add([newMemory("東京 hosts the replica", { origin: { kind: "outside", places: ["web:x"] } })]));
	}
	using bank = bankIn(folder.path);
	expect(bank.list()).toEqual(added.toReversed());
	expect(added[0] && bank.find(added[0].id)).toEqual(added[0]);
	expect(search(bank, "where is the primary?")).toEqual(["Zürich hosts the primary"]);
	expect(search(bank, "東京")).toEqual(["東京 hosts the replica"]);
	expect(search(bank, "servers")).toEqual(["Zürich hosts the primary"]);
	expect(search(bank, "unrelated question")).toEqual([]);
	expect(bank.list({ limit: 1, offset: 1 })).toEqual([added[0] as Memory]);
	expect(bank.list({ agent: "other" })).toEqual([]);
	expect(bank.find("nothing")).toBeUndefined();
});

test("the same content is kept once, with the label that it had first", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const [first] = bank.add([
		newMemory("Deploys happen  on Tuesday", { origin: { kind: "outside", places: ["web:x"] } }),
	]);
	const [again] = bank.add([newMemory("deploys happen on tuesday", { origin: { kind: "user" }, importance: 0.9 })]);
	expect(again).toMatchObject({ id: first?.id, importance: 0.9, origin: { kind: "outside", places: ["web:x"] } });
	expect(bank.counts().all).toBe(1);
	bank.invalidate(first?.id ?? "");
	bank.add([newMemory("Deploys happen on Tuesday")]);
	expect(bank.counts()).toMatchObject({ all: 2, invalidated: 1 });
});

test("a memory is changed, invalidated and forgotten", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const [one, two] = bank.add([newMemory("Deploys happen on Tuesday"), newMemory("Deploys need a ticket")]);
	const id = one?.id ?? "";
	expect(bank.update(id, { content: "Deploys happen on Friday", importance: 1 })).toEqual({
		status: "updated",
		store: "working",
	});
	expect(search(bank, "Tuesday")).toEqual([]);
	expect(search(bank, "Friday")).toEqual(["Deploys happen on Friday"]);
	// Its owner wrote it.
	expect(bank.find(id)).toMatchObject({ importance: 1, origin: { kind: "user" } });
	expect(bank.invalidate(id, { replacementId: two?.id ?? "" })).toEqual({ status: "invalidated", store: "working" });
	expect(search(bank, "Friday deploys")).toEqual(["Deploys need a ticket"]);
	expect(search(bank, "Friday", { includeInvalidated: true })).toEqual(["Deploys happen on Friday"]);
	expect(bank.list()).toHaveLength(1);
	expect(bank.list({ includeInvalidated: true })).toHaveLength(2);
	expect(bank.forget(id)).toEqual({ status: "deleted", store: "working" });
	expect(bank.forget(id)).toEqual({ status: "not-found" });
	expect(bank.update("nothing", { importance: 0 })).toEqual({ status: "not-found" });
	expect(bank.check()).toBeUndefined();
});

test("text that an agent writes over a memory never gets a more trusted label", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const [one] = bank.add([newMemory("a", { origin: { kind: "user" } })]);
	const id = one?.id ?? "";
	bank.update(id, { content: "b", origin: { kind: "agent" } });
	expect(bank.find(id)?.origin).toEqual({ kind: "agent" });
	bank.update(id, { content: "c", origin: { kind: "outside", places: ["web:x"] } });
	bank.update(id, { content: "d", origin: { kind: "agent" } });
	expect(bank.find(id)?.origin).toEqual({ kind: "outside", places: ["web:x"] });
});

test("what is deleted is nowhere in the files any more", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const filler = Array.from({ length: 50 }, (_, index) => newMemory(`Filler number ${index} about nothing`));
	const [secret] = bank.add([newMemory("The code word is xylophonist", { context: "zymurgy" }), ...filler]);
	const [due] = bank.embeddings.missing(100).filter(({ text }) => text.includes("xylophonist"));
	if (!secret || !due) throw new Error("nothing was stored");
	const vector = Float32Array.from({ length: 64 }, (_, at) => at - 31.5);
	bank.embeddings.put({ name: "m", dimension: 64 }, [{ row: due, vector }]);
	const bytes = () =>
		["", "-wal"].map((end) => readFileSync(`${bank.path}${end}`).toString("latin1").toLowerCase()).join();
	expect(bytes()).toContain("xylophonist");
	bank.forget(secret.id);
	expect(bytes()).not.toContain("xylophonist");
	expect(bytes()).not.toContain("zymurgy");
	expect(bank.counts()).toMatchObject({ all: 50, vectors: 0 });
	expect(bank.clear()).toBe(50);
	expect(bytes()).not.toContain("filler number");
	expect(bank.counts()).toMatchObject({ all: 0, vectors: 0 });
	expect(bank.check()).toBeUndefined();
});

test("facts and summaries go with the memory that they were made of", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const episodes = ["user: one", "user: two"].map((content) =>
		newMemory(content, {
			type: "episode",
			origin: { kind: content.endsWith("two") ? "outside" : "user", places: ["web:x"] },
		}),
	);
	bank.add(episodes, { isExtractDue: true });
	for (const due of bank.derivation.extractDue(5)) {
		expect(bank.derivation.addFacts(due, [`Fact of ${due.content}`, " ", due.content])).toBe(1);
	}
	expect(bank.derivation.extractDue(5)).toEqual([]);
	const sources = bank.derivation.mergeDue(5);
	const summary = bank.derivation.merge(sources, "One and two happened.");
	expect(summary).toMatchObject({
		store: "episodic",
		origin: { kind: "outside", places: ["web:x"] },
		importance: 0.75,
	});
	expect(bank.derivation.mergeDue(5)).toEqual([]);
	const [fact] = bank.derivation.factsOf(sources[0]?.id ?? "");
	expect(fact).toMatchObject({ store: "fact", derivedFrom: sources[0]?.id });
	expect(bank.update(fact?.id ?? "", { content: "x" })).toEqual({ status: "read-only", store: "fact" });
	expect(bank.forget(fact?.id ?? "")).toEqual({ status: "read-only", store: "fact" });
	bank.forget(sources[0]?.id ?? "");
	expect(bank.list().map(({ content }) => content)).toEqual(["Fact of user: two", "user: two"]);
	// The rest of the summary is due again.
	expect(bank.derivation.mergeDue(5).map(({ content }) => content)).toEqual(["user: two"]);
	expect(bank.derivation.merge(sources, "Too late.")).toBeUndefined();
});

test("an export is imported whole into another bank, and known ids are skipped", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const memories = Array.from({ length: 1200 }, (_, index) =>
		storedMemory(`Memory ${index}`, {
			...{ id: `m${index}`, createdAt: index, invalidatedAt: index, replacementId: "m1", derivedFrom: "m0" },
			...{ origin: { kind: "outside", places: ["mcp:jira", "web:x"] }, context: "c", cwd: "/x", sessionId: "s" },
		}),
	);
	expect(bank.insert(memories)).not.toContain(false);
	expect([...bank.all()]).toEqual(memories);
	using other = bankIn(folder.path, { path: `${folder.path}/other.db` });
	other.insert(memories.slice(5, 6));
	expect(other.insert([...bank.all()]).filter(Boolean)).toHaveLength(1199);
	const byId = (a: Memory, b: Memory) => (a.id < b.id ? -1 : 1);
	expect([...other.all()].toSorted(byId)).toEqual(memories.toSorted(byId));
});

test("the better match is first; importance and age decide between equals", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const dayMs = 86_400_000;
	const at = Date.UTC(2026, 0, 1);
	bank.insert([
		storedMemory("The cache lives in Redis", { id: "old", createdAt: at - 300 * dayMs }),
		storedMemory("The cache lives in Redis!", { id: "new", createdAt: at }),
		storedMemory("The cache lives in Redis?", { id: "weighty", createdAt: at - 300 * dayMs, importance: 1 }),
		storedMemory(`The queue lives in Postgres. ${"Nothing here is about it. ".repeat(40)} cache`, {
			id: "long",
			createdAt: at,
		}),
	]);
	expect(bank.search({ text: "where is the cache?", limit: 9 }).map(({ id }) => id)).toEqual([
		"new",
		"weighty",
		"old",
		"long",
	]);
	expect(bank.search({ text: "cache", limit: 1 })).toHaveLength(1);
	for (const { score } of bank.search({ text: "cache redis", limit: 9 })) expect(score > 0 && score <= 1).toBe(true);
});

test("names link memories, when that is asked for", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	bank.add([newMemory("The importer crashes in `parseLedger`"), newMemory("`parseLedger` needs UTC dates")]);
	expect(search(bank, "importer crash")).toHaveLength(1);
	expect(search(bank, "importer crash", { withLinked: true })).toHaveLength(2);
});

test("any text is stored, and large ones too", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const large = `${"Lorem ipsum 東京 ".repeat(14_000)} the needle`;
	const texts = [
		"a\0b",
		"half \ud83d of a pair",
		"\u202e overridden",
		"ฐานข้อมูล ชื่อ นกกระสา",
		"'; DROP TABLE memories; --",
		large,
	];
	for (const text of texts) bank.add([newMemory(text)]);
	expect(bank.list().map(({ content }) => content)).toEqual(
		texts.toReversed().map((text) => text.replace("\0", "\ufffd").replace("\ud83d ", "\ufffd ")),
	);
	expect(search(bank, "needle")).toEqual([large]);
	expect(search(bank, "นกกระสา")).toHaveLength(1);
	expect(search(bank, '"* OR NEAR( ^ : -')).toEqual([]);
	expect(search(bank, "")).toEqual([]);
	expect(() => bank.add([newMemory("x".repeat(1_000_001))])).toThrow("at most 1,000,000 characters");
	expect(() => bank.add([newMemory("fine"), newMemory(" \n")])).toThrow("needs content");
	expect(bank.counts().all).toBe(texts.length);
	expect(bank.check()).toBeUndefined();
});

test("a lease is one owner's until it runs out", async () => {
	await using folder = await workspace();
	let now = 0;
	using bank = bankIn(folder.path, { now: () => now });
	using other = bankIn(folder.path, { now: () => now });
	expect(bank.leases.take("merge", "a", 1000)).toBe(true);
	expect(other.leases.take("merge", "b", 1000)).toBe(false);
	expect(bank.leases.take("merge", "a", 1000)).toBe(true);
	now = 1000;
	expect(other.leases.take("merge", "b", 1000)).toBe(true);
	bank.leases.release("merge", "a");
	expect(bank.leases.take("merge", "a", 1000)).toBe(false);
	other.leases.release("merge", "b");
	expect(bank.leases.take("merge", "a", 1000)).toBe(true);
});

test("an index of another version of the terms is made anew when the bank is opened", async () => {
	await using folder = await workspace();
	{
		using bank = bankIn(folder.path);
		bank.add([newMemory("Deploys happen on Tuesday")]);
	}
	{
		using database = new Database(`${folder.path}/acme.db`);
		database.run("UPDATE meta SET value = '0' WHERE key = 'terms'");
		database.run("DELETE FROM terms");
	}
	using bank = bankIn(folder.path);
	expect(search(bank, "deploy")).toEqual(["Deploys happen on Tuesday"]);
});

test("what was merged stays so in a bank that it is imported into", async () => {
	await using folder = await workspace();
	using bank = bankIn(folder.path);
	const episode = { type: "episode", store: "working" } as const;
	bank.add([newMemory("one", episode), newMemory("two", episode), newMemory("three", episode)]);
	const [one, two, three] = bank.derivation.mergeDue(10) as [Memory, Memory, Memory];
	const summary = bank.derivation.merge([one, two], "one and two");
	bank.derivation.dismiss([three]);
	using other = bankIn(folder.path, { name: "other", path: `${folder.path}/other.db` });
	expect(other.insert([...bank.all()])).toEqual([true, true, true, true]);
	expect([...other.all()]).toEqual([...bank.all()]);
	expect(other.derivation.mergeDue(10)).toEqual([]);
	// Without the summary, its sources are due again.
	other.forget(summary?.id ?? "");
	expect(other.derivation.mergeDue(10).map(({ content }) => content)).toEqual(["one", "two"]);
});
