import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { OAuthTokens } from "../model/credential.ts";
import type { Provider } from "../model/provider.ts";
import { startAuthorizationServer, testClientId } from "../testing/authorization-server.ts";
import { testProvider, testRegistry } from "../testing/test-registry.ts";

const hour = 3600_000;
const start = 1_750_000_000_000;
const tokens = (name: string, more: Partial<OAuthTokens> = {}): OAuthTokens => ({
	access: `access-${name}`,
	refresh: `refresh-${name}`,
	expires: start + hour,
	email: `${name}@example.com`,
	...more,
});

verifies("models-and-auth:auth:resolution-order", async () => {
	const providers = [testProvider("acme", [])];
	const env = { TEST_KEY_ACME: "from-env", MY_KEY: "from-named-variable" };
	const files = { "models.yml": "providers:\n  acme: { apiKey: MY_KEY }\n" };
	const sources: Array<string | undefined> = [];
	{
		await using test = await testRegistry({ providers, env, files, runtimeKey: "from-flag" });
		sources.push((await test.registry.findCredential("acme"))?.source);
	}
	{
		await using test = await testRegistry({ providers, env, files });
		const store = await test.registry.store.open();
		store.saveKey("acme", "stored");
		sources.push((await test.registry.findCredential("acme"))?.source);
	}
	await using test = await testRegistry({ providers, env });
	const store = await test.registry.store.open();
	const key = store.saveKey("acme", "stored");
	const login = store.saveLogin("acme", tokens("me"));
	sources.push((await test.registry.findCredential("acme"))?.source);
	store.remove(key);
	sources.push((await test.registry.findCredential("acme"))?.source);
	store.disable(login, "gone");
	sources.push((await test.registry.findCredential("acme"))?.source);
	expect(sources).toEqual([
		"--api-key",
		"MY_KEY (named in models.yml)",
		"stored key",
		"login me@example.com",
		"TEST_KEY_ACME",
	]);
});

test("credentials: a command in models.yml without output falls back to the next source", async () => {
	const files = { "models.yml": 'providers:\n  acme: { apiKey: "!false" }\n' };
	await using test = await testRegistry({ providers: [testProvider("acme", [])], env: { TEST_KEY_ACME: "k" }, files });
	expect(await test.registry.findCredential("acme")).toEqual({ key: "k", source: "TEST_KEY_ACME" });
});

test("credentials: a cloud that signs requests needs no key but is usable", async () => {
	const cloud = testProvider("cloud", [], { envVars: [], ambient: ({ env }) => env.CLOUD_PROFILE && "CLOUD_PROFILE" });
	await using without = await testRegistry({ providers: [cloud] });
	expect(without.registry.isUsable("cloud")).toBe(false);
	await using test = await testRegistry({ providers: [cloud], env: { CLOUD_PROFILE: "p" } });
	expect(test.registry.isUsable("cloud")).toBe(true);
	expect(await test.registry.findCredential("cloud")).toEqual({ key: "", source: "CLOUD_PROFILE" });
});

test("credentials: providers can share stored credentials and decide what is sent", async () => {
	const providers = [
		testProvider("acme", [], { storeCredentialsAs: "acme-account" }),
		testProvider("other", [], {
			storeCredentialsAs: "acme-account",
			keyOf: ({ access, projectId }) => JSON.stringify({ token: access, projectId }),
		}),
	];
	await using test = await testRegistry({ providers });
	(await test.registry.store.open()).saveLogin("acme-account", tokens("me", { projectId: "p1" }));
	expect((await test.registry.findCredential("acme"))?.key).toBe("access-me");
	expect((await test.registry.findCredential("other"))?.key).toBe('{"token":"access-me","projectId":"p1"}');
});

test("credentials: availability makes no requests, not even for an expired login", async () => {
	await using test = await testRegistry({ providers: [testProvider("acme", ["m"])] });
	(await test.registry.store.open()).saveLogin("acme", tokens("me", { expires: 1 }));
	expect(test.registry.isUsable("acme")).toBe(true);
	expect((await test.registry.available()).map(({ id }) => id)).toEqual(["m"]);
});

verifies("models-and-auth:auth:account-rotation", async () => {
	let now = start;
	await using test = await testRegistry({ providers: [testProvider("acme", [])], now: () => now });
	const { credentials } = test.registry;
	const store = await test.registry.store.open();
	for (const name of ["a", "b", "c"]) store.saveLogin("acme", tokens(name, { expires: start + 1000 * hour }));
	const accountOf = async (sessionId: string) => (await credentials.find("acme", { sessionId }))?.account;
	const used = new Set(await Promise.all(Array.from({ length: 30 }, (_, index) => accountOf(`session-${index}`))));
	expect(used.size).toBe(3);

	const first = await credentials.find("acme", { sessionId: "s" });
	if (!first) throw new Error("no credential");
	expect(await accountOf("s")).toBe(first.account);
	const second = (await credentials.rotate("acme", first, { kind: "usage-limit" }, { sessionId: "s" })).credential;
	if (!second) throw new Error("no second account");
	expect(second.account).not.toBe(first.account);
	expect(await accountOf("s")).toBe(second.account);
	const third = (
		await credentials.rotate("acme", second, { kind: "rate-limit", retryAfterMs: 5000 }, { sessionId: "s" })
	).credential;
	if (!third) throw new Error("no third account");
	expect(new Set([first.account, second.account, third.account]).size).toBe(3);
	expect(await credentials.rotate("acme", third, { kind: "concurrency" }, { sessionId: "s" })).toEqual({
		freeAtMs: start + 5000,
	});
	now = start + 5000;
	expect([second.account, third.account]).toContain(await accountOf("s"));
	now = start + 30 * 60_000;
	expect(store.blocks("acme").size).toBe(0);
});

test("credentials: a limit of one scope does not block the account's others", async () => {
	await using test = await testRegistry({ providers: [testProvider("acme", [])] });
	const { credentials } = test.registry;
	const store = await test.registry.store.open();
	store.saveLogin("acme", tokens("a", { expires: start + 1000 * hour }));
	store.saveLogin("acme", tokens("b", { expires: start + 1000 * hour }));
	const spark = await credentials.find("acme", { sessionId: "s", scope: "spark" });
	if (!spark) throw new Error("no credential");
	await credentials.rotate("acme", spark, { kind: "usage-limit" }, { sessionId: "s", scope: "spark" });
	expect([...store.blocks("acme", "spark").keys()]).toEqual([spark.storedId ?? 0]);
	expect([...store.blocks("acme", "chat").keys()]).toEqual([]);
});

async function loggedIn(options: { accessTokenSeconds?: number; now?: () => number; fetch?: typeof fetch } = {}) {
	const server = await startAuthorizationServer(options);
	const provider = server.provider([server.browserLogin(0)]);
	const disabled: string[] = [];
	const test = await testRegistry({
		providers: [provider],
		env: { OMP_OAUTH_CLIENT_ID_ACME: testClientId },
		now: options.now ?? Date.now,
		fetch: options.fetch ?? fetch,
		onCredentialDisabled: (id, cause) => disabled.push(`${id}: ${cause}`),
	});
	const { browserLogin } = await import("./flows/browser.ts");
	const login = server.browserLogin(0);
	const granted = await browserLogin("acme", login, {
		fetch,
		now: options.now ?? Date.now,
		env: test.host.env,
		clients: {},
		show: () => {},
		ask: async () => new Promise(() => {}),
		openBrowser: (url) => void server.followAsUser(url).then((callback) => fetch(callback)),
	});
	const store = await test.registry.store.open();
	const id = store.saveLogin("acme", granted);
	return {
		...test,
		server,
		provider,
		store,
		id,
		granted,
		disabled,
		async [Symbol.asyncDispose]() {
			await test[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

const refreshesOf = (grants: readonly string[]) => grants.filter((grant) => grant === "refresh_token").length;

test("refresh: an expiring token is refreshed once for all callers, and the new refresh token is stored", async () => {
	let ahead = 0;
	await using test = await loggedIn({ now: () => Date.now() + ahead });
	const { credentials } = test.registry;
	expect((await credentials.find("acme"))?.key).toBe(test.granted.access);
	expect(refreshesOf(test.server.grants)).toBe(0);

	ahead = hour - 4 * 60_000;
	const asked = await Promise.all([credentials.find("acme"), credentials.find("acme"), credentials.find("acme")]);
	const [renewed] = asked;
	expect(new Set(asked.map((credential) => credential?.key)).size).toBe(1);
	expect(renewed?.key).not.toBe(test.granted.access);
	expect(refreshesOf(test.server.grants)).toBe(1);
	const row = test.store.find(test.id);
	expect(row?.type === "oauth" && row.tokens.refresh).not.toBe(test.granted.refresh ?? "");
	expect(row?.type === "oauth" && row.tokens.email).toBe("alice@example.com");
});

verifies("models-and-auth:auth:refresh-rejected", async () => {
	let ahead = 0;
	await using test = await loggedIn({ now: () => Date.now() + ahead });
	await test.server.revoke(test.granted.refresh ?? "");
	ahead = hour;
	await expect(test.registry.findCredential("acme")).rejects.toThrow("The login to Acme has ended; log in again");
	expect(test.store.list("acme")).toEqual([]);
	expect(test.store.find(test.id)?.disabledCause).toMatch(/^127\.0\.0\.1:\d+ answered invalid_grant/);
	expect(test.disabled).toHaveLength(1);
	expect(test.registry.isUsable("acme")).toBe(false);
});

test("refresh: while the server is unreachable, a valid token stays in use", async () => {
	let ahead = 0;
	let down = false;
	const flaky = ((url: string, init: RequestInit) =>
		down ? Promise.reject(new Error("down")) : fetch(url, init)) as typeof fetch;
	await using test = await loggedIn({ now: () => Date.now() + ahead, fetch: flaky });
	down = true;
	ahead = hour - 60_000;
	expect((await test.registry.findCredential("acme"))?.key).toBe(test.granted.access);
	ahead = hour + 60_000;
	await expect(test.registry.findCredential("acme")).rejects.toThrow("Could not reach");
	expect(test.store.find(test.id)?.disabledCause).toBeUndefined();
	down = false;
	expect((await test.registry.findCredential("acme"))?.key).not.toBe(test.granted.access);
});

test("refresh: a token that the provider refuses is refreshed before it expires, once", async () => {
	await using test = await loggedIn();
	const refused = await test.registry.findCredential("acme");
	if (!refused) throw new Error("no credential");
	const renewed = await Promise.all([
		test.registry.credentials.renew("acme", refused),
		test.registry.credentials.renew("acme", refused),
	]);
	expect(renewed[0]?.key).not.toBe(refused.key);
	expect(renewed[1]?.key).toBe(renewed[0]?.key ?? "");
	expect((await test.registry.credentials.renew("acme", refused))?.key).toBe(renewed[0]?.key ?? "");
	expect(refreshesOf(test.server.grants)).toBe(1);
	const plainKey = { key: "k", source: "ACME_API_KEY" };
	expect(await test.registry.credentials.renew("acme", plainKey)).toBeUndefined();
});

test("refresh: a token that lives for a minute is used for half of it", async () => {
	let ahead = 0;
	await using test = await loggedIn({ accessTokenSeconds: 60, now: () => Date.now() + ahead });
	ahead = 20_000;
	expect((await test.registry.findCredential("acme"))?.key).toBe(test.granted.access);
	ahead = 40_000;
	expect((await test.registry.findCredential("acme"))?.key).not.toBe(test.granted.access);
});

verifies("models-and-auth:auth:refresh-single-flight", async () => {
	await using test = await loggedIn();
	const script = `
		const { ModelRegistry } = await import(${JSON.stringify(join(import.meta.dir, "../models/registry/registry.ts"))});
		const [agentDir, tokenUrl] = process.argv.slice(1);
		const provider = {
			id: "acme", name: "Acme", api: "openai-completions", baseUrl: "", envVars: [], models: async () => [],
			logins: [{ kind: "device", deviceUrl: "", tokenUrl, scopes: [] }],
		};
		const env = { OMP_OAUTH_CLIENT_ID_ACME: ${JSON.stringify(testClientId)} };
		const host = { cwd: agentDir, home: agentDir, env, now: Date.now, newId: () => crypto.randomUUID() };
		const slow = async (url, init) => { await Bun.sleep(150); return fetch(url, init); };
		const registry = await ModelRegistry.load({ host, agentDir, providers: [provider], fetch: slow });
		const [row] = (await registry.store.open()).list("acme");
		const refused = { key: process.argv[3], source: "", storedId: row.id, tokens: { ...row.tokens, access: process.argv[3] } };
		console.log((await registry.credentials.renew("acme", refused))?.key);
	`;
	const run = () =>
		Bun.spawn([process.execPath, "-e", script, test.dir.path, `${test.server.issuer}/token`, test.granted.access], {
			stderr: "inherit",
		});
	const printed = await Promise.all([run(), run(), run()].map((child) => new Response(child.stdout).text()));
	expect(new Set(printed.map((text) => text.trim())).size).toBe(1);
	expect(printed[0]?.trim()).toMatch(/^[\w-]{20,}$/);
	expect(refreshesOf(test.server.grants)).toBe(1);
	expect(test.store.find(test.id)?.disabledCause).toBeUndefined();
});

test("secrets: after login, refresh and failure, only agent.db has them", async () => {
	let ahead = 0;
	await using test = await loggedIn({ now: () => Date.now() + ahead });
	const messages: string[] = [...test.registry.problems, test.registry.credentials.describeSource("acme") ?? ""];
	ahead = hour;
	await test.registry.findCredential("acme");
	const row = test.store.find(test.id);
	const renewed = row?.type === "oauth" ? row.tokens : undefined;
	await test.server.revoke(renewed?.refresh ?? "");
	ahead = 3 * hour;
	await test.registry.findCredential("acme").catch((error: unknown) => messages.push(Bun.inspect(error)));
	messages.push(...test.disabled);
	const secrets = [test.granted.access, test.granted.refresh, renewed?.access, renewed?.refresh];
	expect(secrets.every((secret) => secret && !messages.join("\n").includes(secret))).toBe(true);
	const files = await readdir(test.dir.path);
	expect(files.filter((name) => !name.startsWith("agent.db"))).toEqual([]);
});

test("accounts: the one with the most headroom is chosen, then the one that resets first", async () => {
	const { chooseAccount } = await import("./store/choose-account.ts");
	const rows = [1, 2, 3].map((id) => ({
		id,
		provider: "acme",
		type: "oauth" as const,
		tokens: tokens(`${id}`),
		updatedAtMs: 0,
	}));
	const choose = (
		headroom: ReadonlyMap<number, { usedFraction: number; resetsAtMs?: number }>,
		blocked: number[] = [],
	) => chooseAccount(rows, { sessionId: "s", headroom, blockedUntil: new Map(blocked.map((id) => [id, 10 - id])) })?.id;
	const used = new Map([
		[1, { usedFraction: 0.9 }],
		[2, { usedFraction: 0.2, resetsAtMs: 50 }],
		[3, { usedFraction: 0.2, resetsAtMs: 20 }],
	]);
	expect(choose(used)).toBe(3);
	expect(choose(used, [3])).toBe(2);
	expect(choose(used, [2, 3])).toBe(1);
	expect(choose(used, [1, 2, 3])).toBe(3);
	expect(chooseAccount([], { blockedUntil: new Map() })).toBeUndefined();
});

test("providers: every login that can expire can be refreshed", async () => {
	const { builtInProviders } = await import("../providers/lists/providers.ts");
	const renewable = (provider: Provider) =>
		(provider.logins ?? []).some(
			(login) =>
				login.kind === "browser" || login.kind === "device" || (login.kind === "custom" && login.refresh !== undefined),
		);
	const oauth = builtInProviders.filter(({ logins = [] }) => logins.some(({ kind }) => kind !== "key"));
	expect(oauth.filter((provider) => !renewable(provider)).map(({ id }) => id)).toEqual(["cursor", "kilo"]);
});
