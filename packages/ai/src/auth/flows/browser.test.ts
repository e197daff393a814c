import { afterAll, beforeAll, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { AuthError } from "../../errors/auth-error.ts";
import type { BrowserLogin, LoginPorts } from "../../model/login.ts";
import {
	type AuthorizationServer,
	startAuthorizationServer,
	testClientId,
} from "../../testing/authorization-server.ts";
import { requestTokens } from "../oauth/token-request.ts";
import { browserLogin } from "./browser.ts";

let server: AuthorizationServer;
beforeAll(async () => {
	server = await startAuthorizationServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const now = 1_750_000_000_000;
const never = (signal: AbortSignal | undefined) =>
	new Promise<never>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

/** The actions of a user at a terminal. */
function ports(overrides: Partial<LoginPorts> = {}): LoginPorts {
	return {
		fetch,
		now: () => now,
		env: {},
		clients: { acme: { id: testClientId } },
		show: () => {},
		openBrowser: () => {},
		ask: async () => new Promise(() => {}),
		sleep: async (_delay, { signal }) => never(signal),
		...overrides,
	};
}

/** A free port; unlikely to be taken in between. */
async function freePort(): Promise<number> {
	const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
	const { port } = probe;
	await probe.stop(true);
	return port ?? 0;
}

const freshLogin = async (more: Partial<BrowserLogin> = {}): Promise<BrowserLogin> => ({
	...server.browserLogin(await freePort()),
	...more,
});

const failure = async (promise: Promise<unknown>) => {
	const error = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof AuthError)) throw new Error(`no AuthError but ${error}`);
	return `${error.kind}: ${error.message}`;
};

verifies("models-and-auth:login:pkce", async () => {
	const login = await freshLogin();
	let page = "";
	const openBrowser = async (url: string) => {
		page = await (await fetch(await server.followAsUser(url))).text();
	};
	const tokens = await browserLogin("acme", login, ports({ openBrowser }));
	expect(tokens).toEqual({
		access: expect.stringMatching(/^[\w-]{20,}$/),
		refresh: expect.stringMatching(/^[\w-]{20,}$/),
		expires: now + 3600_000,
		email: "alice@example.com",
		accountId: "alice",
	});
	expect(page).toContain("You can close this page");
	await expect(fetch(`http://127.0.0.1:${login.callback.port}/callback`)).rejects.toThrow();
});

test("browser login: the request has an SHA-256 challenge and an unguessable state", async () => {
	const seen: URL[] = [];
	const openBrowser = async (url: string) => {
		seen.push(new URL(url));
		await fetch(await server.followAsUser(url));
	};
	for (let run = 0; run < 2; run++) await browserLogin("acme", await freshLogin(), ports({ openBrowser }));
	const [first, second] = seen.map(({ searchParams }) => Object.fromEntries(searchParams));
	expect(first).toMatchObject({
		client_id: testClientId,
		response_type: "code",
		code_challenge_method: "S256",
		code_challenge: expect.stringMatching(/^[\w-]{43}$/),
		state: expect.stringMatching(/^[\w-]{43}$/),
	});
	expect(first?.state).not.toBe(second?.state ?? "");
	expect(first?.code_challenge).not.toBe(second?.code_challenge ?? "");
});

verifies("models-and-auth:login:hostile-callback", async () => {
	const login = await freshLogin();
	const statuses: number[] = [];
	const openBrowser = async (url: string) => {
		const real = new URL(await server.followAsUser(url));
		const forge = (change: (params: URLSearchParams) => void) => {
			const forged = new URL(real);
			change(forged.searchParams);
			return forged.href;
		};
		const forgeries = [
			forge((params) => params.set("state", "guessed")),
			forge((params) => params.delete("state")),
			forge((params) => params.append("state", "second")),
			forge((params) => params.append("code", "second")),
			forge((params) => params.delete("code")),
			`${real.origin}/callback?error=access_denied&state=guessed`,
			`${real.origin}/other?code=x&state=${real.searchParams.get("state")}`,
		];
		for (const forged of forgeries) statuses.push((await fetch(forged)).status);
		statuses.push((await fetch(real.href, { method: "POST" })).status);
		statuses.push((await fetch(real.href, { headers: { host: "evil.example.com" } })).status);
		statuses.push((await fetch(real.href)).status);
	};
	const tokens = await browserLogin("acme", login, ports({ openBrowser }));
	expect(tokens.email).toBe("alice@example.com");
	expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 404, 405, 400, 200]);
});

test("browser login: the same callback is rejected a second time, and the server rejects its code", async () => {
	const login = await freshLogin();
	let real = "";
	let verifier = "";
	const statuses: Promise<number>[] = [];
	const spying: LoginPorts["fetch"] = (url, init) => {
		verifier = new URLSearchParams(String(init.body)).get("code_verifier") ?? "";
		return fetch(url, init);
	};
	const openBrowser = async (url: string) => {
		real = await server.followAsUser(url);
		statuses.push(
			fetch(real).then(({ status }) => status),
			fetch(real).then(({ status }) => status),
		);
	};
	await browserLogin("acme", login, ports({ openBrowser, fetch: spying }));
	expect((await Promise.all(statuses)).sort()).toEqual([200, 410]);
	const replayed = requestTokens(
		login,
		{ id: testClientId },
		{
			grant_type: "authorization_code",
			code: new URL(real).searchParams.get("code") ?? "",
			redirect_uri: `http://localhost:${login.callback.port}/callback`,
			code_verifier: verifier,
		},
		{ fetch },
	);
	expect(await failure(replayed)).toStartWith("invalid-grant: ");
});

test("browser login: ends when the provider denies it", async () => {
	const login = await freshLogin();
	const openBrowser = async (url: string) => {
		const { searchParams } = new URL(url);
		await fetch(`${searchParams.get("redirect_uri")}?error=access_denied&state=${searchParams.get("state")}`);
	};
	expect(await failure(browserLogin("acme", login, ports({ openBrowser })))).toBe(
		"denied: The provider refused the login: access_denied",
	);
});

test("browser login: with the port taken, the pasted address works, and one of another place does not", async () => {
	const login = await freshLogin();
	using _taken = Bun.serve({ port: login.callback.port, hostname: "127.0.0.1", fetch: () => new Response("mine") });
	let page = "";
	const questions: string[] = [];
	const answers = [
		() => "https://evil.example.com/callback?code=stolen&state=x",
		() => `http://localhost:${login.callback.port}/callback?code=stolen&state=other`,
		() => "two words",
		() => server.followAsUser(page),
	];
	const shown: string[] = [];
	const tokens = await browserLogin(
		"acme",
		login,
		ports({
			show: ({ url, text }) => {
				page = url;
				shown.push(text);
			},
			ask: async (question) => {
				questions.push(question);
				return answers.shift()?.();
			},
		}),
	);
	expect(tokens.email).toBe("alice@example.com");
	expect(shown).toEqual([`Port ${login.callback.port} is in use, so paste the address your browser ends at.`]);
	expect(questions).toEqual([
		"Or paste the address or the code here:",
		`That address does not begin with http://localhost:${login.callback.port}/callback. Paste the address or the code:`,
		"That answer belongs to another login. Use the newest address. Paste the address or the code:",
		"That does not look like a login code. Paste the address or the code:",
	]);
});

test("browser login: with the port taken, another is used if the provider allows it", async () => {
	const login = await freshLogin({ anyPort: true });
	using _taken = Bun.serve({ port: login.callback.port, hostname: "127.0.0.1", fetch: () => new Response("mine") });
	const openBrowser = async (url: string) => {
		expect(new URL(url).searchParams.get("redirect_uri")).not.toContain(`:${login.callback.port}/`);
		await fetch(await server.followAsUser(url));
	};
	expect((await browserLogin("acme", login, ports({ openBrowser }))).email).toBe("alice@example.com");
});

test.each([
	["the code alone", (code: string) => code],
	["code and state", (code: string, state: string) => `${code}#${state}`],
	["the query", (code: string, state: string) => `?code=${code}&state=${state}`],
])("browser login: %s can be pasted", async (_, paste) => {
	const login = await freshLogin();
	let page = "";
	const ask = async () => {
		const { searchParams } = new URL(await server.followAsUser(page));
		return paste(searchParams.get("code") ?? "", searchParams.get("state") ?? "");
	};
	const show = ({ url }: { url: string }) => {
		page = url;
	};
	expect((await browserLogin("acme", login, ports({ show, ask }))).email).toBe("alice@example.com");
});

test("browser login: the code is only sent to the token endpoint", async () => {
	const received: string[] = [];
	using thief = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		async fetch(request) {
			received.push(await request.text());
			return Response.json({ access_token: "forged", expires_in: 60 });
		},
	});
	using redirector = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: () => Response.redirect(`http://127.0.0.1:${thief.port}/token`, 307),
	});
	const login = await freshLogin({ tokenUrl: `http://127.0.0.1:${redirector.port}/token` });
	const openBrowser = async (url: string) => void (await fetch(await server.followAsUser(url)));
	expect(await failure(browserLogin("acme", login, ports({ openBrowser })))).toBe(
		`unreachable: Could not reach 127.0.0.1:${redirector.port}`,
	);
	expect(received).toEqual([]);
});

test("browser login: ends after five minutes, or when the user cancels", async () => {
	const sleeps: number[] = [];
	const sleep = async (delayMs: number) => void sleeps.push(delayMs);
	expect(await failure(browserLogin("acme", await freshLogin(), ports({ sleep })))).toBe(
		"expired: The login was not completed within 5 minutes",
	);
	expect(sleeps).toEqual([300_000]);
	expect(await failure(browserLogin("acme", await freshLogin(), ports({ ask: async () => undefined })))).toBe(
		"cancelled: The login was cancelled",
	);
	const controller = new AbortController();
	const aborted = browserLogin("acme", await freshLogin(), ports({ signal: controller.signal }));
	controller.abort(new Error("stop"));
	await expect(aborted).rejects.toThrow("stop");
});

verifies("models-and-auth:login:client-ids", async () => {
	expect(await failure(browserLogin("acme", await freshLogin(), ports({ clients: {} })))).toBe(
		"no-client: acme login isn't available in this build. Use an API key, or set OMP_OAUTH_CLIENT_ID_ACME (docs/auth.md).",
	);
	const login = await freshLogin();
	const openBrowser = async (url: string) => {
		expect(new URL(url).searchParams.get("client_id")).toBe("from-env");
		throw new Error("seen");
	};
	const env = { OMP_OAUTH_CLIENT_ID_ACME: "from-env" };
	await browserLogin(
		"acme",
		login,
		ports({ env, openBrowser: (url) => void openBrowser(url).catch(() => {}), ask: async () => undefined }),
	).catch(() => {});
});

test("browser login: the error message does not contain secrets that the server echoes", async () => {
	using leaky = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch: async (request) => {
			const code = new URLSearchParams(await request.text()).get("code");
			return Response.json({ error: "invalid_request", error_description: `bad code ${code}` }, { status: 400 });
		},
	});
	const login = await freshLogin({ tokenUrl: `http://127.0.0.1:${leaky.port}/token` });
	const openBrowser = async (url: string) => void (await fetch(await server.followAsUser(url)));
	expect(await failure(browserLogin("acme", login, ports({ openBrowser })))).toBe(
		`server: 127.0.0.1:${leaky.port} answered invalid_request (bad code …)`,
	);
});
