import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AuthChallenge } from "../server/server-config.ts";
import { authorizationFetch } from "./authorization-fetch.ts";
import { discoverAuthorization } from "./discover-authorization.ts";

const server = "https://mcp.test/api/mcp";

const resourceDocument = (overrides: object = {}) => ({
	resource: server,
	authorization_servers: ["https://login.test/tenant"],
	...overrides,
});

const serverDocument = (issuer: string, overrides: object = {}) => ({
	issuer,
	authorization_endpoint: `${issuer}/authorize`,
	token_endpoint: `${issuer}/token`,
	response_types_supported: ["code"],
	...overrides,
});

/** Answers with the documents there are, and keeps what was asked. */
function world(documents: Readonly<Record<string, unknown>>) {
	const asked: string[] = [];
	const net = authorizationFetch({
		serverUrl: server,
		lookup: async () => ["93.184.216.34"],
		fetch: async (url) => {
			asked.push(String(url));
			const found = documents[String(url)];
			if (found instanceof Response) return found;
			return found === undefined ? new Response("no", { status: 404 }) : Response.json(found);
		},
	});
	const discover = (challenge?: Partial<AuthChallenge>) =>
		discoverAuthorization(server, challenge && { status: 401, url: server, ...challenge }, net);
	return { asked, discover };
}

const wellKnown = "https://mcp.test/.well-known";

verifies("mcp:oauth:discovery", async () => {
	// What the challenge names comes first.
	const named = world({
		"https://mcp.test/meta": resourceDocument({ scopes_supported: ["a"] }),
		"https://login.test/.well-known/oauth-authorization-server/tenant": serverDocument("https://login.test/tenant"),
	});
	const challenge = { wwwAuthenticate: 'Bearer resource_metadata="https://mcp.test/meta"' };
	expect(await named.discover(challenge)).toEqual({
		resource: server,
		hasResourceMetadata: true,
		resourceScopes: ["a"],
		server: {
			issuer: "https://login.test/tenant",
			authorizationUrl: "https://login.test/tenant/authorize",
			tokenUrl: "https://login.test/tenant/token",
			authMethods: [],
			takesClientUrl: false,
			namesIssuer: false,
			isAssumed: false,
		},
	});
	expect(named.asked).toEqual([
		"https://mcp.test/meta",
		"https://login.test/.well-known/oauth-authorization-server/tenant",
	]);

	// Without one, the well-known places with the path and without, and each kind of metadata.
	const found = world({
		[`${wellKnown}/oauth-protected-resource`]: resourceDocument({ resource: "https://mcp.test" }),
		"https://login.test/tenant/.well-known/openid-configuration": serverDocument("https://login.test/tenant"),
	});
	expect((await found.discover()).resource).toBe("https://mcp.test");
	expect(found.asked).toEqual([
		`${wellKnown}/oauth-protected-resource/api/mcp`,
		`${wellKnown}/oauth-protected-resource`,
		"https://login.test/.well-known/oauth-authorization-server/tenant",
		"https://login.test/.well-known/openid-configuration/tenant",
		"https://login.test/tenant/.well-known/openid-configuration",
	]);

	// A server of 2025-03-26 is its own authorization server, or names one in a header of its own.
	const own = world({ [`${wellKnown}/oauth-authorization-server`]: serverDocument("https://mcp.test") });
	expect(await own.discover()).toMatchObject({ resource: server, server: { issuer: "https://mcp.test" } });
	const header = world({
		"https://login.test/.well-known/oauth-authorization-server": serverDocument("https://login.test"),
	});
	expect((await header.discover({ authServer: "https://login.test" })).server.issuer).toBe("https://login.test");

	// Nothing at all: the addresses that 2025-03-26 has.
	const { server: assumed } = await world({}).discover();
	expect(assumed).toMatchObject({ isAssumed: true, authorizationUrl: "https://mcp.test/authorize" });

	// An authorization server that is named but not described cannot be used.
	const missing = world({ [`${wellKnown}/oauth-protected-resource`]: resourceDocument() });
	await expect(missing.discover()).rejects.toThrow("Could not discover OAuth endpoints from server response.");
});

test("metadata of another resource is refused", async () => {
	for (const resource of ["https://other.test/api/mcp", "https://mcp.test/api/mcp2", "https://mcp.test/api/mcp/deep"]) {
		const { discover, asked } = world({ [`${wellKnown}/oauth-protected-resource`]: resourceDocument({ resource }) });
		await expect(discover()).rejects.toThrow(`its metadata is for ${resource}, not for ${server}`);
		expect(asked).toHaveLength(2);
	}
});

test("a slash at the end, or a name and password in the address, make no other resource", async () => {
	const place = `${wellKnown}/oauth-protected-resource`;
	const { discover } = world({
		[place]: resourceDocument({ resource: `${server}/`, authorization_servers: [] }),
		[`${wellKnown}/oauth-authorization-server`]: serverDocument("https://mcp.test"),
	});
	expect((await discover()).resource).toBe(`${server}/`);
	const net = authorizationFetch({
		serverUrl: server,
		lookup: async () => [],
		fetch: async () => new Response("no", { status: 404 }),
	});
	const { resource } = await discoverAuthorization("https://ann:secret@mcp.test/mcp#top", undefined, net);
	expect(resource).toBe("https://mcp.test/mcp");
});

test("an authorization server that says it is another one is refused", async () => {
	const place = "https://login.test/.well-known/oauth-authorization-server";
	const resource = {
		[`${wellKnown}/oauth-protected-resource`]: resourceDocument({ authorization_servers: ["https://login.test"] }),
	};
	for (const issuer of ["https://honest.example", "https://evil-login.test", "https://test", "http://login.test"]) {
		const mixed = world({ ...resource, [place]: serverDocument(issuer) });
		await expect(mixed.discover()).rejects.toThrow(
			`the authorization server https://login.test says that it is ${issuer}`,
		);
	}
	for (const issuer of ["https://login.test/", "https://login.test/tenant", "https://eu.login.test"]) {
		expect((await world({ ...resource, [place]: serverDocument(issuer) }).discover()).server.issuer).toBe(issuer);
	}
});

test("addresses that must not be asked, opened or given a code are refused before anything is sent there", async () => {
	const described = (overrides: object) =>
		world({
			[`${wellKnown}/oauth-protected-resource`]: resourceDocument({ authorization_servers: ["https://login.test"] }),
			"https://login.test/.well-known/oauth-authorization-server": serverDocument("https://login.test", overrides),
		}).discover();
	await expect(described({ authorization_endpoint: "file:///etc/passwd" })).rejects.toThrow("not an http(s) address");
	await expect(described({ authorization_endpoint: "javascript:alert(1)//" })).rejects.toThrow(
		"not an http(s) address",
	);
	await expect(described({ authorization_endpoint: "-oProxyCommand=x" })).rejects.toThrow("not an http(s) address");
	await expect(described({ token_endpoint: "http://127.0.0.1:2375/containers" })).rejects.toThrow(
		"inside your network",
	);
	await expect(described({ token_endpoint: "http://login.test/token" })).rejects.toThrow("not encrypted");
	for (const resource_metadata of ["file:///etc/passwd", "http://169.254.169.254/latest", "https://192.168.0.1/"]) {
		const { discover, asked } = world({});
		await expect(discover({ wwwAuthenticate: `Bearer resource_metadata="${resource_metadata}"` })).rejects.toThrow(
			resource_metadata,
		);
		expect(asked).toEqual([]);
	}
	const inside = world({
		[`${wellKnown}/oauth-protected-resource`]: resourceDocument({ authorization_servers: ["http://localhost:9999"] }),
	});
	await expect(inside.discover()).rejects.toThrow("inside your network");
	expect(inside.asked).toHaveLength(2);
});

test("a redirect of metadata is followed within its origin, and nowhere else", async () => {
	const moved = (location: string) => new Response(null, { status: 302, headers: { location } });
	const place = `${wellKnown}/oauth-protected-resource/api/mcp`;
	const within = world({
		[place]: moved("/moved"),
		"https://mcp.test/moved": resourceDocument({ authorization_servers: [] }),
		[`${wellKnown}/oauth-authorization-server`]: serverDocument("https://mcp.test"),
	});
	expect((await within.discover()).hasResourceMetadata).toBe(true);
	const elsewhere = world({ [place]: moved("https://evil.test/steal"), "https://evil.test/steal": resourceDocument() });
	expect((await elsewhere.discover()).server.isAssumed).toBe(true);
	expect(elsewhere.asked.filter((url) => url.includes("evil"))).toEqual([]);
	const circle = world({ [place]: moved(place) });
	expect((await circle.discover()).server.isAssumed).toBe(true);
});

test("metadata of 100 MB is not read to its end, and what is no JSON is no metadata", async () => {
	let sent = 0;
	const endless = new ReadableStream({
		pull(controller) {
			sent += 1;
			if (sent > 100) controller.close();
			else controller.enqueue(new Uint8Array(1024 * 1024));
		},
	});
	const place = `${wellKnown}/oauth-protected-resource/api/mcp`;
	await expect(world({ [place]: new Response(endless) }).discover()).rejects.toThrow("more than 1048576 bytes");
	expect(sent).toBeLessThan(10);
	for (const text of ["<html>", "[]", "null", '"x"', '{"resource": 5}', '{"resource": "no url"}']) {
		expect((await world({ [place]: new Response(text) }).discover()).server.isAssumed).toBe(true);
	}
});

test("a server without PKCE or codes is refused", async () => {
	const place = `${wellKnown}/oauth-authorization-server`;
	for (const lack of [{ code_challenge_methods_supported: ["plain"] }, { response_types_supported: ["token"] }]) {
		const { discover } = world({ [place]: serverDocument("https://mcp.test", lack) });
		await expect(discover()).rejects.toThrow("does not support logins with a code and PKCE");
	}
});
