import { expect, test } from "bun:test";
import { authorizationFetch } from "./authorization-fetch.ts";
import { knownClient, redeemCode, refreshGrant, registerClient } from "./authorize.ts";
import type { AuthorizationServer } from "./discover-authorization.ts";

const server: AuthorizationServer = {
	issuer: "https://login.test",
	authorizationUrl: "https://login.test/authorize",
	tokenUrl: "https://login.test/token",
	registrationUrl: "https://login.test/register",
	authMethods: [],
	takesClientUrl: false,
	namesIssuer: false,
	isAssumed: false,
};

/** An authorization server with one answer, and what it was sent. */
function world(answer: unknown, status = 200) {
	const sent: Array<{ readonly url: string; readonly headers: Headers; readonly body: string }> = [];
	const net = authorizationFetch({
		serverUrl: "https://mcp.test/mcp",
		lookup: async () => ["93.184.216.34"],
		fetch: async (url, init) => {
			sent.push({ url: String(url), headers: new Headers(init?.headers), body: String(init?.body) });
			if (answer instanceof Response) return answer;
			return typeof answer === "string" ? new Response(answer, { status }) : Response.json(answer, { status });
		},
	});
	return { net, sent };
}

const client = { id: "omp", secret: "client-secret", authMethod: "client_secret_post" } as const;
const code = {
	code: "the-code",
	codeVerifier: "the-verifier",
	redirectUri: "http://localhost:3000/callback",
	resource: "r",
};

async function failure(answer: unknown, status?: number) {
	const error: unknown = await redeemCode(server, client, code, world(answer, status).net).catch((caught) => caught);
	return error instanceof Error ? { kind: Reflect.get(error, "kind"), message: error.message } : error;
}

test("a refusal is told with its code, without what was sent and without control characters", async () => {
	const error_description = "no \u001b[31m client-secret or the-code or the-verifier\n";
	expect(await failure({ error: "invalid_grant", error_description }, 400)).toEqual({
		kind: "ended",
		message: "login.test answered invalid_grant (no  [31m … or … or …)",
	});
	expect(await failure({ error: "invalid_target" }, 400)).toMatchObject({ kind: "refused" });
	expect(await failure("<html>the-code</html>", 502)).toEqual({
		kind: "unreachable",
		message: "login.test answered 502",
	});
	expect(await failure("<html>", 200)).toEqual({ kind: "refused", message: "login.test answered without a token" });
	const long = await failure({ error: "invalid_grant", error_description: "x".repeat(100_000) }, 400);
	expect(JSON.stringify(long).length).toBeLessThan(500);
});

test("a token that is no bearer token, or that no header can carry, is refused without showing it", async () => {
	expect(await failure({ access_token: "t", token_type: "DPoP" })).toMatchObject({ kind: "refused" });
	for (const access_token of ["secret\r\nX-Other: 1", "secret token", "secret\u2028"]) {
		expect(await failure({ access_token, token_type: "Bearer" })).toEqual({
			kind: "refused",
			message: "login.test gave a token that cannot be sent",
		});
	}
});

test("a redirect does not take a code, a refresh token or a secret to another host", async () => {
	const moved = new Response(null, { status: 307, headers: { location: "https://evil.test/token" } });
	const { net, sent } = world(moved);
	await expect(refreshGrant(server, client, { refresh: "refresh-token" }, net)).rejects.toThrow(
		"login.test answered 307",
	);
	expect(sent.map(({ url }) => url)).toEqual(["https://login.test/token"]);
});

test("a client is authenticated as the server wants", async () => {
	const tokens = { access_token: "t", token_type: "bearer" };
	const sentAs = async (authMethods: readonly string[], secret?: string) => {
		const { net, sent } = world(tokens);
		const known = knownClient({ id: "omp", secret }, { authMethods });
		await redeemCode(server, known, code, net);
		const body = new URLSearchParams(sent[0]?.body);
		return [sent[0]?.headers.get("authorization") ?? null, body.get("client_id"), body.get("client_secret")];
	};
	expect(await sentAs([], "s")).toEqual([`Basic ${btoa("omp:s")}`, null, null]);
	expect(await sentAs(["client_secret_post"], "s")).toEqual([null, "omp", "s"]);
	expect(await sentAs(["client_secret_basic", "client_secret_post"], "s")).toEqual([
		`Basic ${btoa("omp:s")}`,
		null,
		null,
	]);
	expect(await sentAs(["client_secret_basic"])).toEqual([null, "omp", null]);
});

test("registering: what the server refuses, or does not offer, is said", async () => {
	const redirectUri = code.redirectUri;
	const register = (answer: unknown, status?: number, fields: Partial<AuthorizationServer> = {}) =>
		registerClient({ ...server, ...fields }, { redirectUri }, world(answer, status).net);
	expect(await register({ client_id: "new" }, 201)).toEqual({ id: "new", authMethod: "none" });
	await expect(register({ error: "invalid_redirect_uri", error_description: "no" }, 400)).rejects.toThrow(
		"login.test did not register omp: invalid_redirect_uri (no)",
	);
	await expect(register("no", 404, { isAssumed: true })).rejects.toThrow("Could not discover OAuth endpoints");
	const { registrationUrl: _, ...closed } = server;
	await expect(registerClient(closed, { redirectUri }, world({}).net)).rejects.toThrow("does not register clients");
	await expect(register({ client_id: "x" }, 200, { registrationUrl: "http://127.0.0.1/register" })).rejects.toThrow(
		"inside your network",
	);
});
