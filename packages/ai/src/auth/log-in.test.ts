import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { LoginPorts } from "../login.ts";
import type { Provider } from "../provider.ts";
import { testProvider, testRegistry } from "../testing/test-registry.ts";
import { logIn, storeLogin } from "./log-in.ts";

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
	expect(result).toEqual({ type: "api_key", key: "sk-pasted" });
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
	expect(await attempt()).toEqual({ type: "api_key", key: "sk-1" });
	await host.stop(true);
	expect(await attempt()).toEqual({ type: "api_key", key: "sk-1" });
});

test("key login: blank input or input with spaces is rejected", async () => {
	await expect(logIn(withKeyLogin(), ports({ ask: async () => " " }))).rejects.toThrow("The login was cancelled");
	await expect(logIn(withKeyLogin(), ports({ ask: async () => "two words" }))).rejects.toThrow("A key has no spaces");
});

test("login: a provider without one points to its variable", async () => {
	await expect(logIn(testProvider("acme", []), ports())).rejects.toThrow(
		"acme has no login. Set TEST_KEY_ACME instead.",
	);
});
