import { expect, test } from "bun:test";
import { readdir, rename, stat } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName, verifies } from "@oh-my-pi/pi-testkit/verifies";
import { oauthBroker, provider } from "./oauth-broker.ts";
import { ask, brokerEnv, type OmpService, ompService, storeKey } from "./omp-service.ts";

const hour = 3600_000;

requires("openssl")(verificationName("models-and-auth:broker:server"), async () => {
	await using world = await oauthBroker();
	const { broker } = world;
	expect((await ask(broker, "/v1/healthz", { token: "" })).body).toEqual({ ok: true, version: expect.any(String) });
	expect((await ask(broker, "/v1/snapshot", { token: "wrong" })).status).toBe(401);
	expect((await ask(broker, "/v1/snapshot", { token: "" })).body).toEqual({ error: "unauthorized" });
	expect((await ask(broker, "/v1/nosuch")).body).toEqual({ error: "No route: GET /v1/nosuch" });
	expect((await ask(broker, "/v1/credential", { body: "{" })).body.error).toStartWith("Invalid JSON body");
	expect(
		(await ask(broker, "/v1/credential", { body: { provider: "p", credential: { type: "oauth" } } })).body,
	).toEqual({
		error: "credential.access: expected a text",
	});
	const { refresh, access } = await world.logIn({ expires: Date.now() + hour });
	await storeKey(broker, "anthropic", "sk-ant-1");
	const { body, headers } = await ask(broker, "/v1/snapshot");
	expect(JSON.stringify(body)).not.toContain(refresh);
	expect(body).toEqual({
		generation: expect.any(Number),
		generatedAt: expect.any(Number),
		serverNowMs: expect.any(Number),
		refresher: { enabled: true, intervalMs: 60_000, skewMs: 300_000, nextSweepInMs: expect.any(Number) },
		credentials: [
			{
				id: 1,
				provider,
				credential: {
					...{ type: "oauth", access, refresh: "__remote__", expires: expect.any(Number) },
					...{ email: "alice@example.com", enterpriseUrl: world.oauth.domain },
				},
				identityKey: "email:alice@example.com",
				rotatesInMs: expect.any(Number),
			},
			{
				...{ id: 2, provider: "anthropic", credential: { type: "api_key", key: "sk-ant-1" } },
				...{ identityKey: null, rotatesInMs: null },
			},
		],
	});
	const tag = `"${body.generation}"`;
	expect([headers.get("etag"), headers.get("cache-control")]).toEqual([tag, "no-store"]);
	const waited = await ask(broker, "/v1/snapshot?wait=50", { headers: { "if-none-match": `W/${tag}` } });
	expect([waited.status, waited.headers.get("etag")]).toEqual([304, tag]);
	const waiting = ask(broker, "/v1/snapshot?wait=20000", { headers: { "if-none-match": tag } });
	await storeKey(broker, "anthropic", "sk-ant-2");
	expect((await waiting).body.generation).toBeGreaterThan(body.generation as number);

	const stream = await fetch(`${broker.url}/v1/snapshot/stream`, {
		headers: { authorization: `Bearer ${broker.token}` },
	});
	const reader = (stream.body as unknown as ReadableStream<BufferSource>)
		.pipeThrough(new TextDecoderStream())
		.getReader();
	let seen = "";
	const sees = async (text: string) => {
		while (!seen.includes(text)) seen += (await reader.read()).value ?? "";
	};
	await sees('event: snapshot\ndata: {"kind":"snapshot"');
	await storeKey(broker, "moonshot", "sk-moon");
	await sees('event: entry\ndata: {"kind":"entry"');
	await ask(broker, "/v1/credential/3/disable", { body: { cause: "over" } });
	await sees('event: removed\ndata: {"kind":"removed","id":3,"cause":"over"');
	expect(seen).not.toContain(refresh);
	await reader.cancel();

	const block = { provider, scope: "", untilMs: Date.now() + hour };
	expect((await ask(broker, "/v1/credential/1/block", { body: block })).body).toEqual({ ok: true });
	const blocked = (await ask(broker, "/v1/snapshot")).body.credentials as Array<Record<string, unknown>>;
	expect(blocked[0]?.blocks).toEqual([block]);
	expect((await ask(broker, "/v1/credential/1/blocks", { method: "DELETE" })).body).toEqual({ ok: true });
	expect((await ask(broker, "/v1/credential/99/refresh", { method: "POST" })).body).toEqual({
		error: "No credential with id=99",
	});
	expect((await ask(broker, "/v1/credential/2/refresh", { method: "POST" })).body).toEqual({
		error: "Credential 2 is not OAuth (provider=anthropic, type=api_key)",
	});
	const refreshed = (await ask(broker, "/v1/credential/1/refresh", { method: "POST" })).body;
	expect(refreshed.entry).toMatchObject({ id: 1, credential: { refresh: "__remote__" } });
	expect(world.oauth.refreshes).toBe(1);
});

requires("openssl")(verificationName("models-and-auth:broker:later-endpoints"), async () => {
	await using world = await oauthBroker();
	const { broker } = world;
	await world.logIn({ expires: Date.now() + hour });
	expect((await ask(broker, "/v1/credential/1/disable", { body: { cause: "left the team" } })).body).toEqual({
		ok: true,
	});
	expect((await ask(broker, "/v1/credentials/disabled")).body.disabled).toEqual([
		{ id: 1, provider, type: "oauth", cause: "left the team", disabledAtMs: expect.any(Number) },
	]);
	expect((await ask(broker, "/v1/credentials/disabled?provider=other")).body.disabled).toEqual([]);
	expect((await ask(broker, "/v1/credential/1/refresh", { method: "POST" })).status).toBe(410);
	const used = { provider: "anthropic", model: "m", requests: 2, inputTokens: 10, outputTokens: 4 };
	const observed = { installId: "one", hostname: "laptop", entries: [used] };
	expect((await ask(broker, "/v1/usage/observed", { body: observed })).body).toEqual({ ok: true });
	await ask(broker, "/v1/usage/observed", { body: observed });
	expect((await ask(broker, "/v1/usage/observed", { body: { installId: "x" } })).status).toBe(400);
	expect((await ask(broker, "/v1/usage/clients")).body.clients).toEqual([
		{
			...{ installId: "one", hostname: "laptop", lastSeenAt: expect.any(Number) },
			usage: [
				{
					...{ provider: "anthropic", model: "m", requests: 4, inputTokens: 20, outputTokens: 8 },
					...{ cacheReadTokens: 0, cacheWriteTokens: 0 },
				},
			],
		},
	]);
	expect((await ask(broker, "/v1/usage")).body).toEqual({ generatedAt: expect.any(Number), reports: [] });
	expect((await ask(broker, "/v1/usage/history")).body.entries).toEqual([]);
	expect((await ask(broker, "/v1/usage/stale", { method: "POST" })).body).toEqual({ ok: true });
});

requires("openssl")(verificationName("models-and-auth:broker:one-refresh"), async () => {
	await using world = await oauthBroker();
	const { broker, oauth } = world;
	oauth.delayMs = 300;
	await world.logIn();
	await using omp = await ompProject({ connected: false });
	const token = () => omp.run(["token", provider], { env: world.clientEnv });
	const runs = await Promise.all([token(), token(), token()]);
	expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
	expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
	expect([oauth.refreshes, oauth.reuses]).toEqual([1, 0]);

	await using host = rpcHost(omp, { env: world.clientEnv });
	const providers = async (id: string) => {
		const { data } = await host.ask({ id, type: "get_available_models" });
		return new Set((data as { models: Array<{ provider: string }> }).models.map((model) => model.provider));
	};
	expect((await providers("before")).has(provider)).toBe(true);
	oauth.revoke();
	const refused = await ask(broker, "/v1/credential/1/refresh", { method: "POST" });
	expect([refused.status, refused.body.error]).toEqual([410, expect.stringContaining("invalid_grant")]);
	let asked = 0;
	await until(async () => !(await providers(`after-${asked++}`)).has(provider), { timeoutMs: 1000 });
	expect(await host.end()).toBe(0);
});

verifies("models-and-auth:broker:client", async () => {
	await using broker = await ompService("auth-broker");
	await storeKey(broker, "anthropic", "sk-ant-of-the-broker");
	await using omp = await ompProject({ connected: false });
	await omp.run(["login", "openai"], {
		stdin: "sk-of-this-machine\n",
		env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
	});
	const env = brokerEnv(broker);
	expect((await omp.run(["token", "anthropic"], { env })).stdout).toBe("sk-ant-of-the-broker\n");
	expect((await omp.run(["token", "openai"], { env })).exitCode).toBe(1);
	const login = await omp.run(["login", "anthropic"], { env, stdin: "sk-ant-new\n" });
	expect([login.exitCode, login.stderr]).toEqual([1, expect.stringContaining("omp auth-broker login anthropic")]);
	const logout = await omp.run(["logout", "anthropic"], { env });
	expect([logout.exitCode, logout.stderr]).toEqual([1, expect.stringContaining("omp auth-broker logout anthropic")]);
	const tokenless = await omp.run(["-p", "hi"], { env: { OMP_AUTH_BROKER_URL: broker.url } });
	const path = omp.home.file(".omp/auth-broker.token");
	expect([tokenless.exitCode, tokenless.stderr]).toEqual([1, expect.stringContaining(path)]);
	const wrong = await omp.run(["-p", "hi"], { env: { ...env, OMP_AUTH_BROKER_TOKEN: "wrong" } });
	expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining("refused the token")]);
	expect(wrong.stderr).not.toContain("sk-ant");
});

verifies("models-and-auth:broker:snapshot-cache", async () => {
	await using broker = await ompService("auth-broker");
	await storeKey(broker, "anthropic", "sk-ant-of-the-broker");
	await using omp = await ompProject({ connected: false });
	const env = brokerEnv(broker);
	const token = async (more: Record<string, string> = {}) => {
		const { stdout, exitCode } = await omp.run(["token", "anthropic"], { env: { ...env, ...more } });
		return [exitCode, stdout.trim()];
	};
	expect(await token()).toEqual([0, "sk-ant-of-the-broker"]);
	const path = omp.home.file(".omp/cache/auth-broker-snapshot.enc");
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(await Bun.file(path).text()).not.toContain("sk-ant");
	await storeKey(broker, "anthropic", "sk-ant-changed");
	expect(await token()).toEqual([0, "sk-ant-changed"]);
	await broker.kill("SIGKILL");
	expect(await token()).toEqual([0, "sk-ant-changed"]);
	expect((await token({ OMP_AUTH_BROKER_TOKEN: "another" }))[0]).toBe(1);
	expect((await token({ OMP_AUTH_BROKER_URL: "http://127.0.0.1:9" }))[0]).toBe(1);
	expect((await token({ OMP_AUTH_BROKER_SNAPSHOT_TTL_MS: "0" }))[0]).toBe(1);
	expect(await token()).toEqual([0, "sk-ant-changed"]);
	await broker.restart();
	await broker.run(["auth-broker", "token", "--regenerate"]);
	expect((await token())[0]).toBe(1);
});

requires("openssl")(verificationName("models-and-auth:broker:account-pool"), async () => {
	await using world = await oauthBroker();
	await world.logIn({ email: "alice@example.com", expires: Date.now() + hour });
	await world.logIn({ email: "bob@example.com", expires: Date.now() + hour });
	await storeKey(world.broker, "anthropic", "sk-ant-1");
	await using omp = await ompProject({ connected: false });
	const list = async (pool: string, name = provider) => {
		await omp.home.write("pool.json", pool);
		const env = { ...world.clientEnv, OMP_AUTH_BROKER_ACCOUNT_POOL_FILE: omp.home.file("pool.json") };
		return omp.run(["token", name, "--list"], { env });
	};
	const bob = await list(JSON.stringify({ [provider]: ["email:bob@example.com"] }));
	expect(bob.stdout).toContain("bob@example.com");
	expect(bob.stdout).not.toContain("alice");
	expect((await list("{}")).stdout).toContain("alice");
	expect((await list(JSON.stringify({ [provider]: [] }))).exitCode).toBe(1);
	expect((await list(JSON.stringify({ anthropic: [] }), "anthropic")).stdout).toContain("stored key");
	const malformed = await list('{"anthropic": "alice"}');
	expect([malformed.exitCode, malformed.stderr]).toEqual([1, expect.stringContaining("malformed at anthropic")]);
	expect((await list("not JSON")).stderr).toContain("cannot be read");
});

verifies("models-and-auth:broker:cli", async () => {
	await using broker = await ompService("auth-broker");
	const env = brokerEnv(broker);
	await using omp = await ompProject({ connected: false });
	const status = await omp.run(["auth-broker", "status", "--json"], { env });
	expect(JSON.parse(status.stdout)).toEqual({ url: broker.url, ok: true, version: expect.any(String) });
	expect((await omp.run(["auth-broker", "status"])).exitCode).toBe(1);
	const login = await omp.run(["auth-broker", "login", "moonshot"], {
		...{ env: { ...env, MOONSHOT_BASE_URL: "http://127.0.0.1:9/v1" }, stdin: "sk-moon-1234\n" },
	});
	expect([login.exitCode, login.stdout]).toEqual([0, expect.stringContaining(`Stored in the broker at ${broker.url}`)]);
	expect((await omp.run(["token", "moonshot"], { env })).stdout).toBe("sk-moon-1234\n");
	const via = await omp.run(["auth-broker", "login", "anthropic", "--via", "me@host", "--dry-run"]);
	expect(via.stdout).toContain("-L 54545:127.0.0.1:54545 me@host");
	const out = await omp.run(["auth-broker", "logout", "moonshot"], { env });
	expect(out.exitCode).toBe(0);
	expect((await omp.run(["token", "moonshot"], { env })).exitCode).toBe(1);

	const login2 = { access_token: "at", refresh_token: "rt", expired: "2030-01-01T00:00:00Z", email: "c@example.com" };
	await omp.files.write("auth/claude.json", JSON.stringify({ type: "claude", ...login2 }));
	await omp.files.write("auth/off.json", JSON.stringify({ type: "codex", disabled: true, ...login2 }));
	await omp.files.write("auth/odd.json", "{}");
	const imported = JSON.parse((await omp.run(["auth-broker", "import", "auth", "--json"], { env })).stdout);
	expect(imported.imported).toEqual([
		{ file: omp.files.file("auth/claude.json"), provider: "anthropic", account: "c@example.com" },
	]);
	expect(imported.skipped.length).toBe(2);

	await omp.run(["login", "moonshot"], {
		stdin: "sk-moon-local\n",
		env: { MOONSHOT_BASE_URL: "http://127.0.0.1:9/v1" },
	});
	const migrate = async () => {
		const args = ["auth-broker", "migrate", "--from-local", "--include-env", "--json"];
		return JSON.parse((await omp.run(args, { env: { ...env, DEEPSEEK_API_KEY: "sk-deep" } })).stdout);
	};
	expect((await migrate()).uploaded).toEqual([
		{ provider: "moonshot", account: "API key" },
		{ provider: "deepseek", account: "DEEPSEEK_API_KEY" },
	]);
	expect((await migrate()).uploaded).toEqual([]);
});

test("migrate: a login ends on this machine when the broker has it", async () => {
	await using broker = await ompService("auth-broker");
	await using source = await ompService("auth-broker");
	const login = { type: "oauth", access: "a1", refresh: "r1", expires: Date.now() + hour, email: "a@example.com" };
	await ask(source, "/v1/credential", { body: { provider, credential: login } });
	const args = ["auth-broker", "migrate", "--from-local", "--include-oauth", "--json"];
	const moved = JSON.parse((await source.run(args, { env: brokerEnv(broker) })).stdout);
	expect(moved.uploaded).toEqual([{ provider, account: "a@example.com" }]);
	expect((await ask(source, "/v1/credentials/disabled")).body.disabled).toMatchObject([
		{ provider, cause: `moved to the broker at ${broker.url}` },
	]);
	expect(JSON.parse((await source.run(args, { env: brokerEnv(broker) })).stdout).uploaded).toEqual([]);
});

verifies("cli:sub:auth-broker", async () => {
	await using broker = await ompService("auth-broker");
	const json = JSON.parse((await broker.run(["auth-broker", "token", "--json"])).stdout);
	expect(json).toEqual({ token: broker.token, path: broker.home.file(".omp/auth-broker.token") });
	expect(broker.token).toMatch(/^[\w-]{43}$/);
	expect((await stat(json.path)).mode & 0o777).toBe(0o600);
	const list = async () => JSON.parse((await broker.run(["auth-broker", "list", "--json"])).stdout) as unknown[];
	expect(await list()).toContainEqual({ id: "anthropic", name: "Anthropic" });
	await storeKey(broker, "anthropic", "sk-ant-of-the-list");
	const held = { id: "anthropic", name: "Anthropic", kind: "key", state: "ok" };
	expect((await list()).filter((row) => (row as { id: string }).id === "anthropic")).toEqual([held]);
	const regenerated = (await broker.run(["auth-broker", "token", "--regenerate"])).stdout.trim();
	expect((await ask(broker, "/v1/snapshot")).status).toBe(401);
	expect((await ask(broker, "/v1/snapshot", { token: regenerated })).status).toBe(200);
	const service = (await broker.run(["auth-broker", "service"])).stdout;
	expect(service).toContain("ExecStart=");
	expect(service).toContain("<key>ProgramArguments</key>");
	const unknown = await broker.run(["auth-broker", "frobnicate"]);
	expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('Unknown action "frobnicate"')]);
	for (const token of [broker.token, regenerated]) expect(broker.output()).not.toContain(token);
});

verifies("cli:sub:auth-gateway", async () => {
	await using broker = await ompService("auth-broker");
	const run = (args: string[], env: Record<string, string> = {}) => broker.run(["auth-gateway", ...args], { env });
	const before = JSON.parse((await run(["status", "--json"], brokerEnv(broker))).stdout);
	expect(before).toMatchObject({ ready: false, reason: "token_missing", tokenPresent: false, credentialCount: 0 });
	expect((await run(["token"])).stdout).toMatch(/^[\w-]{43}\n$/);
	await storeKey(broker, "anthropic", "sk-ant-1");
	expect((await run(["status"], brokerEnv(broker))).stdout).toStartWith("Ready: 1 credentials");
	expect((await run(["check"], brokerEnv(broker))).stdout).toContain("anthropic            api_key  unknown");
	expect((await run(["key", "add", "ci", "--usd-per-day", "2"])).stdout).toMatch(/^[\w-]{43}\n$/);
	expect((await run(["key", "add", "ci"])).exitCode).toBe(1);
	expect((await run(["key", "list"])).stdout).toContain("$2 a day");
	expect((await run(["service"])).stdout).toContain("auth-gateway serve");
});

requires("openssl")(verificationName("models-and-auth:broker:trouble"), async () => {
	await using world = await oauthBroker();
	const { broker } = world;
	await world.logIn({ expires: Date.now() + hour });
	await using second = await ompService("auth-broker", { home: broker.home, env: broker.env });
	await using omp = await ompProject({ connected: false });
	await using host = rpcHost(omp, { env: world.clientEnv });
	let asked = 0;
	const has = async (name: string) => {
		const { data } = await host.ask({ id: `models-${asked++}`, type: "get_available_models" });
		return (data as { models: Array<{ provider: string }> }).models.some((model) => model.provider === name);
	};
	await until(() => has(provider));
	// Two brokers on one database: a client of the first sees what the second stores.
	await storeKey(second, "anthropic", "sk-ant-1");
	await until(() => has("anthropic"));
	await broker.kill("SIGKILL");
	expect(await has("anthropic")).toBe(true);
	await storeKey(second, "moonshot", "sk-moon");
	await broker.restart();
	await until(() => has("moonshot"));

	// A clock that is two hours ahead: what expires in an hour there does so here, too.
	using ahead = aheadOf(broker, 2 * hour);
	const shown = await omp.run(["token", provider, "--list"], {
		env: { ...world.clientEnv, OMP_AUTH_BROKER_URL: `http://127.0.0.1:${ahead.port}` },
	});
	expect(shown.stdout).toContain("valid for 60 min");

	const database = `${broker.agentDir}/agent.db`;
	await rename(database, `${database}.gone`);
	const lost = await ask(broker, "/v1/snapshot");
	expect([lost.status, lost.body.error]).toEqual([503, expect.stringContaining("restart the broker")]);
	expect((await ask(broker, "/v1/credential/1/refresh", { method: "POST" })).status).toBe(503);
	expect(await has("anthropic")).toBe(true);
	await rename(`${database}.gone`, database);
	expect((await ask(broker, "/v1/snapshot")).status).toBe(200);
	expect(world.oauth.refreshes).toBe(0);
	expect(await host.end()).toBe(0);
});

/** The same broker on a machine whose clock is ahead. */
function aheadOf(broker: OmpService, byMs: number): Bun.Server<undefined> {
	return Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		async fetch(request) {
			const { pathname, search } = new URL(request.url);
			const response = await fetch(`${broker.url}${pathname}${search}`, { headers: request.headers });
			const later = (_: string, name: string, ms: string) => `"${name}":${Number(ms) + byMs}`;
			const text = (await response.text()).replace(/"(serverNowMs|generatedAt|expires)":(\d+)/g, later);
			return new Response(text, { status: response.status });
		},
	});
}

requires("openssl")("nothing that is stored or printed has a token in clear but the database", async () => {
	await using world = await oauthBroker();
	const { broker } = world;
	const tokens = await world.logIn({ expires: Date.now() + hour });
	await ask(broker, "/v1/credential/1/refresh", { method: "POST" });
	const files = await readdir(broker.home.path, { recursive: true, withFileTypes: true });
	for (const file of files.filter((entry) => entry.isFile() && !entry.name.startsWith("agent.db"))) {
		const content = await Bun.file(`${file.parentPath}/${file.name}`).text();
		expect([file.name, content.includes(tokens.refresh)]).toEqual([file.name, false]);
	}
	expect(broker.output()).not.toContain("refresh-family");
	expect(broker.output()).not.toContain("access-family");
});
