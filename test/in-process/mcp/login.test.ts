import { expect, test } from "bun:test";
import { testClientId } from "@oh-my-pi/pi-ai/testing/authorization-server";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type ProtectedServer, startProtectedServer } from "../../scenarios/mcp/protected-server.ts";
import { freePort, loginPorts, loginWorld, serverAt } from "./login-user.ts";

/** A user who logs in, and whose browser comes back. */
const atBrowser = ({ login }: ProtectedServer) => ({
	visit: async (page: string) => fetch(await login.followAsUser(page)),
});

const bearer = /^Bearer [\w-]{20,}$/;

verifies("mcp:oauth:flow", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	// Others may log in on this machine at the same time, at the usual port.
	const server = serverAt(web.url, { oauth: { callbackPort: await freePort() } });
	const { ports, opened, shown } = loginPorts(atBrowser(web));
	await world.loginAt(server).logIn(ports);
	const page = new URL(opened[0] ?? "");
	const redirect = new URL(page.searchParams.get("redirect_uri") ?? "");
	expect(page.origin).toBe(web.login.issuer);
	expect(Object.fromEntries(page.searchParams)).toEqual({
		response_type: "code",
		client_id: web.login.registered[0] ?? "",
		code_challenge: expect.stringMatching(/^[\w-]{43}$/),
		code_challenge_method: "S256",
		redirect_uri: `http://localhost:${redirect.port}/callback`,
		state: expect.stringMatching(/^[\w-]{43}$/),
		scope: "tickets:read offline_access",
		prompt: "consent",
		resource: web.url,
	});
	expect(shown).toEqual([expect.stringContaining(`http://localhost:${redirect.port}/launch?`), page.href]);
	// Nobody listens any more.
	await expect(fetch(`http://127.0.0.1:${redirect.port}/callback`)).rejects.toThrow();
	expect(await world.loginAt(server).headers()).toEqual({ Authorization: expect.stringMatching(bearer) });
	const [row] = await world.rows();
	expect(row).toMatchObject({ provider: `mcp_oauth:profile:default:${web.url}`, tokens: { resource: web.url } });

	// The browser is on another machine: its last address is pasted, after one of another login.
	const pasting = loginPorts();
	const running = world.loginAt(serverAt(web.url)).logIn({
		...pasting.ports,
		ask: async (question) => {
			pasting.questions.push(question);
			const end = await web.login.followAsUser(pasting.opened[0] ?? "", "bob");
			return pasting.questions.length === 1 ? end.replace(/state=[^&]+/, "state=foreign") : end;
		},
	});
	await running;
	expect(pasting.questions[1]).toContain("That answer belongs to another login.");
	// The same server has one login; each has registered anew.
	expect(await world.rows()).toHaveLength(1);
	expect(new Set(web.login.registered).size).toBe(2);
});

verifies("mcp:oauth:stored-credential", async () => {
	await using web = await startProtectedServer();
	await using other = await startProtectedServer();
	using world = loginWorld();
	const server = serverAt(web.url);
	await world.loginAt(server).logIn(loginPorts(atBrowser(web)).ports);
	const first = await world.loginAt(server).headers();
	// For this address and this profile only.
	expect(await world.loginAt(serverAt(other.url)).headers()).toEqual({});
	expect(await world.loginAt(serverAt(`${web.url}/other`)).headers()).toEqual({});
	expect(await world.loginAt(server, "work").headers()).toEqual({});
	expect(await world.loginAt(server).headers()).toEqual(first);
	// Close to its end it is refreshed, by one of several at once.
	world.clock.aheadMs = 3600_000 - 60_000;
	const login = world.loginAt(server);
	const [one, two, three] = await Promise.all([login.headers(), login.headers(), world.loginAt(server).headers()]);
	expect(one).not.toEqual(first);
	expect([two, three]).toEqual([one, one]);
	expect(web.login.grants).toEqual(["authorization_code", "refresh_token"]);
	expect(world.warnings).toEqual([]);
	// When that fails, it is said and the old one is tried.
	await web.login[Symbol.asyncDispose]();
	world.clock.aheadMs = 2 * 3600_000 - 90_000;
	expect(await world.loginAt(server).headers()).toEqual(one);
	expect(world.warnings).toEqual([]);
	world.clock.aheadMs = 3 * 3600_000;
	expect(await world.loginAt(server).headers()).toEqual(one);
	expect(world.warnings).toEqual([expect.stringContaining("its login could not be refreshed: 127.0.0.1:")]);
});

verifies("mcp:oauth:explicit-header-wins", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	await world.loginAt(serverAt(web.url)).logIn(loginPorts(atBrowser(web)).ports);
	for (const name of ["Authorization", "authorization", "AUTHORIZATION"]) {
		const login = world.loginAt(serverAt(web.url, { headers: { [name]: "Bearer own" } }));
		expect(await login.headers()).toEqual({});
		expect(await login.renew({ status: 401, url: web.url, authorization: "Bearer own" })).toBeUndefined();
		await expect(login.logIn(loginPorts().ports)).rejects.toThrow("has an Authorization header in its definition");
	}
});

verifies("mcp:oauth:failure-texts", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	const failure = (url: string, user: Parameters<typeof loginPorts>[0] = {}) =>
		world
			.loginAt(serverAt(url))
			.logIn(loginPorts(user).ports)
			.then(
				() => "no failure",
				(error: Error) => error.message,
			);
	expect(await failure(web.url, { sleep: async () => {} })).toBe("OAuth flow timed out. Please try again.");
	const visit = async (page: string) => {
		const { searchParams } = new URL(page);
		const state = searchParams.get("state");
		return fetch(`${searchParams.get("redirect_uri")}?state=${state}&iss=${web.login.issuer}&error=access_denied`);
	};
	expect(await failure(web.url, { visit })).toBe(
		"OAuth authentication failed: The provider refused the login: access_denied",
	);
	const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("no", { status: 404 }) });
	expect(await failure(`${plain.url}mcp`)).toBe("Could not discover OAuth endpoints from server response.");
	await plain.stop(true);
	expect(await failure(`${plain.url}mcp`)).toBe(`OAuth authentication failed: ${plain.url.host} is unreachable`);
	expect(await world.rows()).toEqual([]);
});

test("a refused token is refreshed once for all; a revoked login or registration needs a new one", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	const server = serverAt(web.url);
	const login = world.loginAt(server);
	await login.logIn(loginPorts(atBrowser(web)).ports);
	const { Authorization: authorization = "" } = await login.headers();
	const challenge = { status: 401, url: web.url, authorization } as const;
	const [one, two] = await Promise.all([login.renew(challenge), login.renew(challenge)]);
	expect(one).toEqual({ Authorization: expect.stringMatching(bearer) });
	expect(two).toEqual(one);
	expect(one?.Authorization).not.toBe(authorization);
	// Late news of the old token get the new one, without asking again.
	expect(await login.renew(challenge)).toEqual(one);
	expect(web.login.grants).toEqual(["authorization_code", "refresh_token"]);
	// A 403 is answered with one more token at most.
	const forbidden = { ...challenge, status: 403 } as const;
	const renewed = await login.renew({ ...forbidden, authorization: one?.Authorization ?? "" });
	expect(renewed).toEqual({ Authorization: expect.stringMatching(bearer) });
	expect(await login.renew({ ...forbidden, authorization: renewed?.Authorization ?? "" })).toBeUndefined();

	// The registration ends: nothing can be refreshed, and the next login registers again.
	await web.login.forgetClient(web.login.registered[0] ?? "");
	expect(await login.renew({ ...challenge, authorization: renewed?.Authorization ?? "" })).toBeUndefined();
	expect(world.warnings).toEqual([
		'MCP server "tickets": its login could not be refreshed: The login to MCP server "tickets" has ended; log in again',
	]);
	expect(await login.headers()).toEqual({});
	await login.logIn(loginPorts(atBrowser(web)).ports);
	expect(web.login.registered).toHaveLength(2);
	const { Authorization: fresh = "" } = await login.headers();
	expect(fresh).toMatch(bearer);

	// Logging out takes it back where it was given.
	expect(await web.login.inspect(fresh.slice("Bearer ".length))).toBeDefined();
	expect(await login.logOut()).toBe(true);
	expect(await web.login.inspect(fresh.slice("Bearer ".length))).toBeUndefined();
	expect(await login.headers()).toEqual({});
	expect(await login.logOut()).toBe(false);
	expect(await world.rows()).toEqual([]);
});

test("clients with a secret log in and refresh with each way of authentication", async () => {
	for (const method of ["client_secret_basic", "client_secret_post"]) {
		await using web = await startProtectedServer({ authMethods: [method] });
		using world = loginWorld();
		const login = world.loginAt(serverAt(web.url));
		await login.logIn(loginPorts(atBrowser(web)).ports);
		const { Authorization: authorization = "" } = await login.headers();
		expect(await login.renew({ status: 401, url: web.url, authorization })).toBeDefined();
		expect(await world.rows()).toMatchObject([{ tokens: { authMethod: method, clientSecret: expect.any(String) } }]);
	}
});

test("a registered client whose port is taken logs in by the pasted address; two logins at once have two ports", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("other") });
	const callbackPort = taken.port ?? 0;
	const registered = serverAt(web.url, { oauth: { clientId: testClientId, callbackPort } });
	const { ports, opened, shown } = loginPorts();
	const ask = () => web.login.followAsUser(opened[0] ?? "");
	await world.loginAt(registered).logIn({ ...ports, ask });
	await taken.stop(true);
	expect(shown[0]).toContain("paste the address where it ends");
	expect(new URL(opened[0] ?? "").searchParams.get("client_id")).toBe(testClientId);
	expect(web.login.registered).toEqual([]);

	const used = new Set<string | null>();
	const both = Promise.withResolvers<void>();
	const visit = async (page: string) => {
		used.add(new URL(page).searchParams.get("redirect_uri"));
		if (used.size === 2) both.resolve();
		await both.promise;
		await fetch(await web.login.followAsUser(page));
	};
	const logIn = () => world.loginAt(serverAt(web.url)).logIn(loginPorts({ visit }).ports);
	await Promise.all([logIn(), logIn()]);
	expect(used.size).toBe(2);
});

test("a login that is given up leaves nobody listening, and nothing stored", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	const abort = new AbortController();
	const { ports, opened } = loginPorts({ signal: abort.signal, visit: async () => abort.abort() });
	const server = serverAt(web.url, { oauth: { callbackPort: await freePort() } });
	await expect(world.loginAt(server).logIn(ports)).rejects.toThrow();
	const back = new URL(opened[0] ?? "").searchParams.get("redirect_uri") ?? "";
	await expect(fetch(back.replace("localhost", "127.0.0.1"))).rejects.toThrow();
	expect(await world.rows()).toEqual([]);
	const local = serverAt("", { transport: "stdio", command: "x" });
	await expect(world.loginAt(local).logIn(ports)).rejects.toThrow('Server "tickets" has no address to log in at');
});

test("the callback takes only its own answer, on loopback, and leads to the page by a short address that nobody guesses", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	const { ports, shown } = loginPorts({
		visit: async (page) => {
			const { searchParams } = new URL(page);
			const back = searchParams.get("redirect_uri") ?? "";
			const base = new URL(back).origin;
			const status = async (url: string, init: RequestInit = {}) =>
				(await fetch(url, { redirect: "manual", ...init })).status;
			const short = /http:\/\/localhost:\d+\/launch\?\S+/.exec(shown[0] ?? "")?.[0] ?? "";
			expect(await status(`${back}?code=x&state=foreign`)).toBe(400);
			expect(
				await status(`${back}?code=x&state=${searchParams.get("state")}`, { headers: { host: "evil.test" } }),
			).toBe(400);
			expect(await status(`${base}/launch`)).toBe(404);
			expect((await fetch(short, { redirect: "manual" })).headers.get("location")).toBe(page);
			await fetch(await web.login.followAsUser(page));
		},
	});
	await world.loginAt(serverAt(web.url)).logIn(ports);
	expect(await world.loginAt(serverAt(web.url)).headers()).toEqual({ Authorization: expect.stringMatching(bearer) });
});

test("an answer of another issuer, or without one where it is promised, gets no token request", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	for (const change of [
		(end: string) => end.replace(/iss=[^&]+/, `iss=${encodeURIComponent("https://evil.test")}`),
		(end: string) => end.replace(/[?&]iss=[^&]+/, ""),
	]) {
		const visit = async (page: string) => fetch(change(await web.login.followAsUser(page)));
		await expect(world.loginAt(serverAt(web.url)).logIn(loginPorts({ visit }).ports)).rejects.toThrow(
			/^OAuth authentication failed: The answer (?:is from another|does not say which)/,
		);
	}
	expect(web.login.grants).toEqual([]);
});

test("a definition cannot name other credentials, nor those of another server", async () => {
	await using web = await startProtectedServer();
	using world = loginWorld();
	await world.loginAt(serverAt(web.url)).logIn(loginPorts(atBrowser(web)).ports);
	const { LazyStore } = await import("@oh-my-pi/pi-ai/auth/store/lazy-store");
	using store = new LazyStore(world.agentDir, Date.now);
	const kept = await store.open();
	kept.saveLogin("anthropic", { access: "model-token", expires: 8.64e15 });
	kept.saveLogin("mcp_oauth:shared", { access: "shared-token", expires: 8.64e15 });
	const named = (credentialId: string, fields = {}) =>
		serverAt("https://evil.test/mcp", { auth: { type: "oauth", credentialId }, ...fields });
	const stolen = ["anthropic", `mcp_oauth:profile:default:${web.url}`, "mcp_oauth:shared", "mcp_oauth:"];
	for (const id of stolen) expect([id, await world.loginAt(named(id)).headers()]).toEqual([id, {}]);
	// A server that is a process has no address; it gets only what was stored under a name of its own.
	const { url: _, ...local } = named("mcp_oauth:shared", { transport: "stdio", command: "x" });
	expect(await world.loginAt(local).variables()).toEqual({ OAUTH_ACCESS_TOKEN: "shared-token" });
	const { url: __, ...wrong } = named("anthropic", { transport: "stdio", command: "x" });
	expect(await world.loginAt(wrong).variables()).toEqual({});
});
