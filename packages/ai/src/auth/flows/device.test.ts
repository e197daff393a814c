import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { AuthError } from "../../errors/auth-error.ts";
import type { DeviceLogin, LoginPorts } from "../../model/login.ts";
import { startAuthorizationServer, testClientId } from "../../testing/authorization-server.ts";
import { deviceLogin } from "./device.ts";

function clock() {
	let now = 1_750_000_000_000;
	const waits: number[] = [];
	return {
		waits,
		now: () => now,
		sleep: async (delayMs: number) => {
			waits.push(delayMs / 1000);
			now += delayMs;
		},
	};
}

function ports(time: ReturnType<typeof clock>, overrides: Partial<LoginPorts> = {}): LoginPorts {
	return {
		fetch,
		now: time.now,
		sleep: time.sleep,
		env: {},
		clients: { acme: { id: testClientId } },
		show: () => {},
		openBrowser: () => {},
		ask: async () => "",
		...overrides,
	};
}

test("device login: waits until the code is entered, then has tokens and account", async () => {
	await using server = await startAuthorizationServer();
	const time = clock();
	let shown: { url: string; userCode?: string } | undefined;
	let polls = 0;
	const counting: LoginPorts["fetch"] = async (url, init) => {
		if (url.endsWith("/token") && ++polls === 3 && shown) await server.approveDevice(shown.url, "bob");
		return fetch(url, init);
	};
	const show: LoginPorts["show"] = (step) => {
		shown = step;
	};
	const tokens = await deviceLogin("acme", server.deviceLogin(), ports(time, { fetch: counting, show }));
	expect(tokens).toMatchObject({ email: "bob@example.com", accountId: "bob", refresh: expect.any(String) });
	expect(shown?.userCode).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
	expect(time.waits).toEqual([5, 5, 5]);
});

/** A server with scripted responses to polls. */
function scripted(start: object, answers: ReadonlyArray<[status: number, body: unknown]>) {
	const queue = [...answers];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch(request) {
			if (new URL(request.url).pathname === "/device") return Response.json(start);
			const [status, body] = queue.shift() ?? [500, "nothing left to say"];
			return typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status });
		},
	});
	const login: DeviceLogin = {
		kind: "device",
		deviceUrl: `http://127.0.0.1:${server.port}/device`,
		tokenUrl: `http://127.0.0.1:${server.port}/token`,
		scopes: [],
	};
	return { login, [Symbol.dispose]: () => void server.stop(true) };
}

const started = { device_code: "d", user_code: "ABCD", verification_uri: "https://acme.example.com/device" };
const failure = async (promise: Promise<unknown>) => {
	const error = await promise.catch((reason: unknown) => reason);
	return error instanceof AuthError ? `${error.kind}: ${error.message}` : error;
};

verifies("models-and-auth:login:device", async () => {
	using server = scripted({ ...started, interval: 2, expires_in: 900 }, [
		[400, { error: "authorization_pending" }],
		// GitHub reports the same with a 200.
		[200, { error: "slow_down" }],
		[503, "<html>busy</html>"],
		[400, { error: "slow_down" }],
		[200, { access_token: "token-1" }],
	]);
	const time = clock();
	const tokens = await deviceLogin("acme", server.login, ports(time));
	expect(tokens).toEqual({ access: "token-1", expires: 8.64e15 });
	expect(time.waits).toEqual([2, 2, 7, 7, 12]);
});

test("device login: ends when the code expires or the user denies it", async () => {
	using expired = scripted(started, [[400, { error: "expired_token" }]]);
	expect(await failure(deviceLogin("acme", expired.login, ports(clock())))).toStartWith("expired: ");
	using denied = scripted(started, [[400, { error: "access_denied" }]]);
	expect(await failure(deviceLogin("acme", denied.login, ports(clock())))).toStartWith("denied: ");
	using silent = scripted({ ...started, expires_in: 12 }, Array(9).fill([400, { error: "authorization_pending" }]));
	const time = clock();
	expect(await failure(deviceLogin("acme", silent.login, ports(time)))).toBe(
		"expired: The code was not entered in time",
	);
	expect(time.waits).toEqual([5, 5, 5]);
});

test("device login: a company's domain replaces the default one and is stored", async () => {
	using server = scripted(started, [[200, { access_token: "token-1" }]]);
	const asked: string[] = [];
	const urls: string[] = [];
	const login: DeviceLogin = {
		...server.login,
		domain: "github.com",
		deviceUrl: "https://{domain}/device",
		tokenUrl: "https://{domain}/token",
	};
	const own: Partial<LoginPorts> = {
		ask: async (question) => {
			asked.push(question);
			return " https://GHE.example.com/login ";
		},
		fetch: (url, init) => {
			urls.push(url);
			return fetch(url.endsWith("device") ? server.login.deviceUrl : server.login.tokenUrl, init);
		},
	};
	expect(await deviceLogin("acme", login, ports(clock(), own))).toEqual({
		access: "token-1",
		expires: 8.64e15,
		enterpriseUrl: "ghe.example.com",
	});
	expect(asked).toEqual(["Domain of your company's server (empty for github.com):"]);
	expect(urls).toEqual(["https://ghe.example.com/device", "https://ghe.example.com/token"]);
	const wrong = { ask: async () => "not a domain" };
	expect(await failure(deviceLogin("acme", login, ports(clock(), wrong)))).toBe(
		'mismatch: "not a domain" is not a domain',
	);
});
