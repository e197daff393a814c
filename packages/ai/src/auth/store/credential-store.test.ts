import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmod, stat } from "node:fs/promises";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { OAuthTokens } from "../../model/credential.ts";
import { CredentialStore } from "./credential-store.ts";
import { modelSpeeds, recordModelSpeed } from "./model-speed.ts";
import { recentModels, recordModelUse } from "./model-usage.ts";
import { openAgentDatabase } from "./open-database.ts";

const tokens = (name: string, more: Partial<OAuthTokens> = {}): OAuthTokens => ({
	access: `access-${name}`,
	refresh: `refresh-${name}`,
	expires: 5_000_000,
	...more,
});

async function openStore(now = () => 1_000_000) {
	const dir = await workspace();
	const agentDir = dir.file("agent");
	const store = await CredentialStore.open(agentDir, now);
	return {
		agentDir,
		store,
		async [Symbol.asyncDispose]() {
			store[Symbol.dispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

test("a database that lacks a part of the schema gets it when it is opened", async () => {
	await using dir = await workspace();
	const parts = ["usage_history", "auth_credentials_provider", "auth_credentials_update"];
	const present = (database: Database) =>
		database
			.query("SELECT name FROM sqlite_master WHERE name IN (?1, ?2, ?3)")
			.all(...(parts as [string, string, string]));
	using first = await openAgentDatabase(dir.path);
	for (const [index, kind] of ["TABLE", "INDEX", "TRIGGER"].entries()) first.run(`DROP ${kind} ${parts[index]}`);
	expect(present(first)).toEqual([]);
	using second = await openAgentDatabase(dir.path);
	expect(present(second)).toHaveLength(3);
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

verifies("models-and-auth:auth:store-permissions", async () => {
	await using opened = await openStore();
	const file = join(opened.agentDir, "agent.db");
	opened.store.saveKey("groq", "gsk-1");
	expect([await modeOf(opened.agentDir), await modeOf(file), await modeOf(`${file}-wal`)]).toEqual([
		0o700, 0o600, 0o600,
	]);
	await chmod(file, 0o644);
	(await CredentialStore.open(opened.agentDir, () => 0))[Symbol.dispose]();
	expect(await modeOf(file)).toBe(0o600);
});

test("store: a new key replaces the provider's old one", async () => {
	await using opened = await openStore();
	const first = opened.store.saveKey("groq", "gsk-1");
	expect(opened.store.saveKey("groq", "gsk-2")).toBe(first);
	expect(opened.store.list()).toEqual([
		{ id: first, provider: "groq", type: "api_key", key: "gsk-2", updatedAtMs: 1_000_000 },
	]);
});

verifies("models-and-auth:auth:identity-rows", async () => {
	await using opened = await openStore();
	const { store } = opened;
	const mine = store.saveLogin("anthropic", tokens("a", { email: "Me@Example.com", orgId: "one" }));
	const otherOrg = store.saveLogin("anthropic", tokens("b", { email: "me@example.com", orgId: "two" }));
	const again = store.saveLogin("anthropic", tokens("c", { email: "me@example.com", orgId: "one" }));
	const byAccount = store.saveLogin("anthropic", tokens("d", { accountId: "acc" }));
	expect(again).toBe(mine);
	expect(store.list("anthropic").map(({ id, identityKey }) => [id, identityKey])).toEqual([
		[mine, "email:me@example.com|org:one"],
		[otherOrg, "email:me@example.com|org:two"],
		[byAccount, "account:acc"],
	]);
});

verifies("models-and-auth:auth:disabled-rows-kept", async () => {
	await using opened = await openStore();
	const { store } = opened;
	const id = store.saveLogin("kimi-code", tokens("a", { email: "me@example.com" }));
	store.disable(id, "invalid_grant");
	expect(store.list("kimi-code")).toEqual([]);
	expect(store.list("kimi-code", { includeDisabled: true }).map((row) => row.disabledCause)).toEqual(["invalid_grant"]);
	expect(store.saveLogin("kimi-code", tokens("b", { email: "me@example.com" }))).toBe(id);
	expect(store.list("kimi-code").map((row) => row.disabledCause)).toEqual([undefined]);
});

test("store: blocks expire, and a scope is blocked by its own and by general ones", async () => {
	let now = 1000;
	await using opened = await openStore(() => now);
	const { store } = opened;
	const id = store.saveLogin("openai-codex", tokens("a"));
	store.block(id, "openai-codex", 5000, "spark");
	expect(store.blocks("openai-codex", "chat")).toEqual(new Map());
	expect(store.blocks("openai-codex", "spark")).toEqual(new Map([[id, 5000]]));
	store.block(id, "openai-codex", 3000);
	expect(store.blocks("openai-codex", "chat")).toEqual(new Map([[id, 3000]]));
	now = 3000;
	expect(store.blocks("openai-codex", "chat")).toEqual(new Map());
	store.block(id, "openai-codex", 4000, "spark");
	expect(store.blocks("openai-codex", "spark")).toEqual(new Map([[id, 5000]]));
});

test("store: only one owner refreshes at a time, and an unreleased lease expires", async () => {
	let now = 1000;
	await using opened = await openStore(() => now);
	const { store } = opened;
	expect(store.acquireRefreshLease(1, "a", 400)).toBe(true);
	// Its owner may renew it.
	expect(store.acquireRefreshLease(1, "a", 500)).toBe(true);
	now = 1450;
	expect(store.acquireRefreshLease(1, "b", 500)).toBe(false);
	now = 1000;
	expect(store.acquireRefreshLease(2, "b", 500)).toBe(true);
	store.releaseRefreshLease(1, "b");
	expect(store.acquireRefreshLease(1, "b", 500)).toBe(false);
	store.releaseRefreshLease(1, "a");
	expect(store.acquireRefreshLease(1, "b", 500)).toBe(true);
	now = 1500;
	expect(store.acquireRefreshLease(1, "a", 500)).toBe(true);
});

test("store: another connection sees changes and the new revision", async () => {
	await using opened = await openStore();
	using other = await CredentialStore.open(opened.agentDir, () => 0);
	const before = other.revision();
	const id = opened.store.saveKey("groq", "gsk-1");
	expect(other.revision()).toBe(before + 1);
	expect(other.find(id)?.provider).toBe("groq");
	opened.store.remove(id);
	expect(other.list()).toEqual([]);
	expect(other.revision()).toBeGreaterThan(before + 1);
});

test("store: an unreadable row is skipped", async () => {
	await using opened = await openStore();
	opened.store.saveKey("groq", "gsk-1");
	opened.store.database.run("INSERT INTO auth_credentials VALUES (99, 'x', 'oauth', '{broken', NULL, NULL, 0, 0)");
	expect(opened.store.list().map(({ provider }) => provider)).toEqual(["groq"]);
});

verifies("models-and-auth:auth:several-processes", async () => {
	await using opened = await openStore();
	const script = `
		const { CredentialStore } = await import(${JSON.stringify(join(import.meta.dir, "credential-store.ts"))});
		const [agentDir, name] = process.argv.slice(1);
		using store = await CredentialStore.open(agentDir, Date.now);
		for (let i = 0; i < 20; i++) store.saveKey(name + i, "key-" + i);
	`;
	const children = ["a", "b", "c"].map((name) => Bun.spawn([process.execPath, "-e", script, opened.agentDir, name]));
	expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0]);
	expect(opened.store.list()).toHaveLength(60);
});

test("model usage: most recent first", async () => {
	await using opened = await openStore();
	const { database } = opened.store;
	recordModelUse(database, "a/1", 1000);
	recordModelUse(database, "b/2", 3000);
	recordModelUse(database, "c/3", 2000);
	recordModelUse(database, "a/1", 4000);
	expect(recentModels(database, 2)).toEqual(["a/1", "b/2"]);
});

test("model usage: the latest model is written again only after an hour", async () => {
	await using opened = await openStore();
	const { database } = opened.store;
	const written = () => database.query<{ count: number }, []>("SELECT total_changes() AS count").get()?.count ?? 0;
	recordModelUse(database, "a/1", 1_000_000);
	const first = written();
	recordModelUse(database, "a/1", 2_000_000);
	expect(written()).toBe(first);
	recordModelUse(database, "a/1", 1_000_000 + 3_600_000);
	expect(written()).toBe(first + 1);
});

test("model speed: a moving average per model", async () => {
	await using opened = await openStore();
	const { database } = opened.store;
	recordModelSpeed(database, "a/1", 100);
	recordModelSpeed(database, "b/2", 40);
	recordModelSpeed(database, "a/1", 200);
	expect(modelSpeeds(database)).toEqual(
		new Map([
			["a/1", 130],
			["b/2", 40],
		]),
	);
});

test("store: a removed key is in none of the database files", async () => {
	await using opened = await openStore();
	const id = opened.store.saveKey("groq", "gsk-to-be-forgotten");
	const held = async () => {
		const files = await Array.fromAsync(new Bun.Glob("*").scan({ cwd: opened.agentDir }));
		const texts = await Promise.all(files.map((file) => Bun.file(join(opened.agentDir, file)).text()));
		return texts.some((content) => content.includes("gsk-to-be-forgotten"));
	};
	expect(await held()).toBe(true);
	opened.store.remove(id);
	expect(await held()).toBe(false);
});
