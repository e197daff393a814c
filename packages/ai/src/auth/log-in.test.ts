import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { BrowserLogin, LoginPorts } from "../model/login.ts";
import { listLogins, type Provider } from "../model/provider.ts";
import { testProvider, testRegistry } from "../testing/test-registry.ts";
import { logIn, loginWords, storeLogin } from "./log-in.ts";
import { isAvailable } from "./login-client.ts";

const ports = (overrides: Partial<LoginPorts> = {}): LoginPorts => ({
	fetch,
	now: () => 0,
	env: {},
	clients: {},
	show: () => {},
	openBrowser: () => {},
	ask: async () => undefined,
	...overrides,
});

const withKeyLogin = (more: Partial<Provider> = {}) =>
	testProvider("acme", [], { logins: [{ kind: "key", page: "https://acme.example.com/keys" }], ...more });

verifies("models-and-auth:login:key", async () => {
	const seen: string[] = [];
	using host = Bun.serve({
		port: 0,
		fetch(request) {
			seen.push(`${new URL(request.url).pathname} ${request.headers.get("authorization")}`);
			return Response.json({ data: [] });
		},
	});
	const provider = withKeyLogin({ baseUrl: `http://127.0.0.1:${host.port}/v1` });
	const opened: string[] = [];
	const secrets: unknown[] = [];
	const result = await logIn(
		provider,
		ports({
			openBrowser: (url) => opened.push(url),
			ask: async (_question, options) => {
				secrets.push(options?.secret);
				return "  sk-pasted\n";
			},
		}),
	);
	expect(result).toEqual({ type: "api_key", key: "sk-pasted", check: { kind: "accepted" } });
	expect([opened, seen, secrets]).toEqual([["https://acme.example.com/keys"], ["/v1/models Bearer sk-pasted"], [true]]);

	await using test = await testRegistry({ providers: [provider] });
	storeLogin(provider, result, await test.registry.store.open());
	expect(await test.registry.findCredential("acme")).toEqual({ key: "sk-pasted", source: "stored key", storedId: 1 });
});

test("key login: a refused key is not stored; one that cannot be validated is", async () => {
	let status = 401;
	using host = Bun.serve({ port: 0, fetch: () => new Response("", { status }) });
	const provider = withKeyLogin({ baseUrl: `http://127.0.0.1:${host.port}` });
	const attempt = () => logIn(provider, ports({ ask: async () => "sk-1" }));
	await expect(attempt()).rejects.toThrow("acme refused the key (401); nothing was stored");
	status = 404;
	const unverified = (why: string) => ({
		type: "api_key" as const,
		key: "sk-1",
		check: { kind: "unverified" as const, why },
	});
	expect(await attempt()).toEqual(unverified("acme answered 404"));
	status = 400;
	expect(await attempt()).toEqual(unverified("acme answered 400"));
	await host.stop(true);
	const missing = await attempt();
	expect(missing).toEqual(unverified("acme could not be reached"));
	expect(loginWords(provider, missing)).toBe("Stored the key for acme, unverified: acme could not be reached.");
});

test("key login: blank input or input with spaces is rejected", async () => {
	await expect(logIn(withKeyLogin(), ports({ ask: async () => " " }))).rejects.toThrow("The login was cancelled");
	await expect(logIn(withKeyLogin(), ports({ ask: async () => "two words" }))).rejects.toThrow("A key has no spaces");
});

test("login: a provider without one points to its variable", async () => {
	await expect(logIn(testProvider("acme", [], { local: true }), ports())).rejects.toThrow(
		"acme has no login. Set TEST_KEY_ACME instead.",
	);
});

test("a provider with a variable for its key takes a pasted one; an account needs a client", () => {
	const browser = { kind: "browser" } as BrowserLogin;
	const account = testProvider("acme", ["m"], { logins: [browser] });
	const [first, second] = listLogins(account);
	const available = (env: Record<string, string>) =>
		[first, second].map((way) => way !== undefined && isAvailable(account, way, { env, clients: {} }));
	expect([first?.kind, second?.kind]).toEqual(["browser", "key"]);
	expect(available({})).toEqual([false, true]);
	expect(available({ OMP_OAUTH_CLIENT_ID_ACME: "mine" })).toEqual([true, true]);
	expect(listLogins(testProvider("engine", ["m"], { local: true }))).toEqual([]);
	expect(listLogins(testProvider("cloud", ["m"], { ambient: () => undefined }))).toEqual([]);
});
