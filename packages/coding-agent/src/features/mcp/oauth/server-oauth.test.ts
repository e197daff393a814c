import { expect, test } from "bun:test";
import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";
import { resolveCallback, serverOAuth } from "./server-oauth.ts";

const defined = (oauth: Record<string, unknown>, fields: Partial<McpServer> = {}) =>
	serverOAuth({
		name: "a",
		path: "",
		level: "user",
		transport: "http",
		url: "https://a.test/mcp",
		enabled: true,
		definition: {},
		oauth,
		...fields,
	});

const callback = (oauth: Record<string, unknown>) => {
	const { redirectUri, ...others } = resolveCallback(defined(oauth) ?? { url: "", transport: "http" });
	return { ...others, uri: redirectUri(4000) };
};

test("what a definition says about logins; what it says wrong does not count", () => {
	const plain = { url: "https://a.test/mcp", transport: "http" };
	expect(defined({ clientId: "", callbackPort: 0, scopes: "  ", prompt: 5 })).toEqual(plain);
	expect(defined({ callbackPort: 70_000, scopes: ["a", "b"] })).toEqual({ ...plain, scopes: "a b" });
	expect(defined({}, { auth: { clientId: "id", clientSecret: "s" } })).toEqual({
		...plain,
		clientId: "id",
		clientSecret: "s",
	});
	expect(defined({}, { transport: "stdio" })).toBeUndefined();
	for (const url of ["file:///etc/passwd", "no address", "ws://a.test"]) expect(defined({}, { url })).toBeUndefined();
});

test("the browser comes back to localhost, at a port that may be another one for clients that are not registered yet", () => {
	expect(callback({})).toEqual({ port: 3000, path: "/callback", anyPort: true, uri: "http://localhost:4000/callback" });
	expect(callback({ clientId: "x" })).toMatchObject({ port: 3000, anyPort: false });
	expect(callback({ callbackPort: "4100", callbackPath: "back" })).toEqual({
		port: 4100,
		path: "/back",
		anyPort: false,
		uri: "http://localhost:4000/back",
	});
});

test("an own redirect address says where to listen, or needs to be told", () => {
	expect(callback({ redirectUri: "http://127.0.0.1:4200/done" })).toEqual({
		port: 4200,
		path: "/done",
		anyPort: false,
		uri: "http://127.0.0.1:4200/done",
	});
	const secure = "https://localhost:4300/done";
	expect(() => callback({ redirectUri: secure })).toThrow('needs a "callbackPort"');
	expect(callback({ redirectUri: secure, callbackPort: 4301 })).toEqual({
		port: 4301,
		path: "/done",
		anyPort: false,
		uri: secure,
	});
	const elsewhere = callback({ redirectUri: "https://relay.test/done" });
	expect(elsewhere).toEqual({ path: "/done", anyPort: false, uri: "https://relay.test/done" });
});
