import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { AccessLine } from "./access-log.ts";
import type { EventStream } from "./event-stream.ts";
import { HttpError } from "./http-error.ts";
import { type ServiceOptions, startHttpService } from "./http-service.ts";
import { jsonResponse } from "./responses.ts";
import type { Route } from "./route.ts";

const bind = { host: "127.0.0.1", port: 0 };

const routes: readonly Route[] = [
	{ method: "GET", path: "/healthz", open: true, handle: () => jsonResponse({ ok: true }) },
	{ method: "GET", path: "/who", handle: ({ client }) => jsonResponse({ client: client ?? null }) },
	{ method: "POST", path: "/echo", maxBodyBytes: 1000, handle: async (call) => jsonResponse(await call.json()) },
	{ method: "GET", path: "/room/:id", isPrivate: true, handle: ({ params }) => jsonResponse(params) },
	{
		method: "GET",
		path: "/refuses",
		errorBody: (status, message) => ({ type: "error", status, message }),
		handle: () => {
			throw new HttpError(418, "No tea");
		},
	},
	{
		method: "GET",
		path: "/breaks",
		handle: () => {
			throw new TypeError("secret inside");
		},
	},
];

function start(options: Partial<ServiceOptions> = {}) {
	const lines: AccessLine[] = [];
	const service = startHttpService({ bind, routes, now: () => 5, log: (line) => lines.push(line), ...options });
	const get = (path: string, init?: RequestInit) => fetch(service.url + path, init);
	return { service, lines, get, [Symbol.asyncDispose]: () => service.end() };
}

const tokens = () => [
	{ client: "ci", token: "abc" },
	{ client: "nobody", token: "" },
	{ client: "laptop", token: "xyz" },
];

test("http service: without a token it listens on this machine only", () => {
	for (const host of ["0.0.0.0", "::", "example.org"])
		expect(() => startHttpService({ bind: { host, port: 0 }, routes, now: () => 0 })).toThrow(
			/Refusing to listen on .* without a token/,
		);
});

test("http service: a request without a known token gets 401, also for a route that does not exist", async () => {
	await using server = start({ tokens, tokenHeaders: ["authorization", "x-api-key"] });
	const statusWith = async (headers: Record<string, string>, path = "/who") => {
		const response = await server.get(path, { headers });
		return [response.status, await response.json()];
	};
	expect(await statusWith({})).toEqual([401, { error: "unauthorized" }]);
	expect(await statusWith({}, "/nosuch")).toEqual([401, { error: "unauthorized" }]);
	expect(await statusWith({ authorization: "Bearer " })).toEqual([401, { error: "unauthorized" }]);
	expect(await statusWith({ authorization: "Basic abc" })).toEqual([401, { error: "unauthorized" }]);
	expect(await statusWith({ "x-api-key": "" })).toEqual([401, { error: "unauthorized" }]);
	expect(await statusWith({ authorization: "bearer abc" })).toEqual([200, { client: "ci" }]);
	expect(await statusWith({ "x-api-key": "xyz" })).toEqual([200, { client: "laptop" }]);
	expect(await statusWith({ authorization: "Bearer abc" }, "/nosuch")).toEqual([
		404,
		{ error: "No route: GET /nosuch" },
	]);
	expect(await statusWith({}, "/healthz")).toEqual([200, { ok: true }]);
});

test("http service: the token is taken only from the headers that the service names", async () => {
	await using server = start({ tokens });
	expect((await server.get("/who", { headers: { "x-api-key": "abc" } })).status).toBe(401);
});

test("http service: a replaced token is refused at once", async () => {
	let token = "old";
	await using server = start({ tokens: () => [{ client: "a", token }] });
	const headers = { authorization: "Bearer old" };
	expect((await server.get("/who", { headers })).status).toBe(200);
	token = "new";
	expect((await server.get("/who", { headers })).status).toBe(401);
});

test("http service: a foreign Host, a foreign Origin and requests of foreign pages are refused", async () => {
	await using server = start();
	const statuses = await Promise.all(
		[
			{ host: "evil.example" },
			{ host: `evil.example:${server.service.port}` },
			{ origin: "https://evil.example" },
			{ origin: "null" },
			{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
			{ host: `localhost:${server.service.port}` },
			{ origin: server.service.url },
			{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
		].map(async (headers) => (await server.get("/who", { headers })).status),
	);
	expect(statuses).toEqual([403, 403, 403, 403, 403, 200, 200, 200]);
});

test("http service: a replaced token ends open streams before the next event, and answers that were waited for", async () => {
	let token = "old";
	const streams: EventStream[] = [];
	const gate = Promise.withResolvers<void>();
	const slow: readonly Route[] = [
		{ method: "GET", path: "/poll", handle: () => gate.promise.then(() => jsonResponse({ key: "new-key" })) },
		{
			method: "GET",
			path: "/stream",
			handle: (call) => {
				const stream = call.events({ keepAliveMs: 0 });
				streams.push(stream);
				stream.send({ data: "old-key" });
				return stream.response;
			},
		},
	];
	await using server = start({ routes: slow, tokens: () => [{ client: "a", token }] });
	const headers = { authorization: "Bearer old" };
	const poll = server.get("/poll", { headers });
	const stream = await server.get("/stream", { headers });
	const body = stream.text();
	await until(() => streams.length === 1 && server.service.activeRequests === 2);
	token = "new";
	expect(streams[0]?.send({ data: "new-key" })).toBe(false);
	gate.resolve();
	expect([(await poll).status, await body]).toEqual([401, "data: old-key\n\n"]);
	await until(() => server.lines.length === 2);
	expect(server.lines.map(({ path, status, end }) => [path, status, end]).sort()).toEqual([
		["/poll", 401, undefined],
		["/stream", 200, "token-replaced"],
	]);
});

test("http service: a quiet stream ends with the next keep-alive after its token was replaced", async () => {
	let token = "old";
	const quiet: readonly Route[] = [
		{ method: "GET", path: "/stream", handle: (call) => call.events({ keepAliveMs: 5 }).response },
	];
	await using server = start({ routes: quiet, tokens: () => [{ client: "a", token }] });
	const response = await server.get("/stream", { headers: { authorization: "Bearer old" } });
	token = "new";
	await response.text();
	await until(() => server.lines[0]?.end === "token-replaced");
});

test("http service: an allowed origin gets CORS headers and its preflight needs no token; others get neither", async () => {
	await using server = start({ tokens, allowsOrigin: (origin) => origin === "https://app.example" });
	const allowed = { origin: "https://app.example" };
	const preflight = await server.get("/who", { method: "OPTIONS", headers: allowed });
	expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
		204,
		"https://app.example",
	]);
	const refused = await server.get("/who", { headers: allowed });
	expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, "https://app.example"]);
	const foreign = await server.get("/who", { method: "OPTIONS", headers: { origin: "https://evil.example" } });
	expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

test("http service: where only token holders are shown anything, a page without one reads no answer", async () => {
	await using server = start({ tokens, allowsOrigin: () => true, showsTokenHoldersOnly: true });
	const origin = "https://app.example";
	const readable = async (path: string, init: RequestInit = {}) => {
		const { status, headers } = await server.get(path, { ...init, headers: { origin, ...init.headers } });
		return [status, headers.get("access-control-allow-origin")];
	};
	expect(await readable("/who", { method: "OPTIONS" })).toEqual([204, origin]);
	expect(await readable("/who")).toEqual([401, null]);
	expect(await readable("/healthz")).toEqual([200, null]);
	expect(await readable("/who", { headers: { authorization: "Bearer abc" } })).toEqual([200, origin]);
	expect(await readable("/refuses", { headers: { authorization: "Bearer abc" } })).toEqual([418, origin]);
});

test("http service: an error outside of a route has the form of the service, which sees the request", async () => {
	await using server = start({
		tokens,
		errorBody: (status, message, { headers }) => ({ status, message, form: headers.get("x-form") }),
	});
	const answer = async (path: string, headers: Record<string, string> = {}) =>
		(await server.get(path, { headers: { "x-form": "a", ...headers } })).json();
	const authorization = "Bearer abc";
	expect(await answer("/none", { authorization })).toEqual({ status: 404, message: "No route: GET /none", form: "a" });
	expect(await answer("/who")).toEqual({ status: 401, message: "unauthorized", form: "a" });
	expect(await answer("/refuses", { authorization })).toEqual({ type: "error", status: 418, message: "No tea" });
});

test("http service: a preflight names the methods of the service and of the headers asked for those it takes", async () => {
	await using server = start({ tokens, allowsOrigin: () => true, corsHeaders: ["authorization", "x-acme-*"] });
	const answer = await server.get("/who", {
		method: "OPTIONS",
		headers: {
			origin: "https://app.example",
			"access-control-request-headers": "Authorization, x-acme-retry-count, x-acme-new-thing, x-other",
		},
	});
	expect(answer.headers.get("access-control-allow-methods")).toBe("GET, POST, OPTIONS");
	expect(answer.headers.get("access-control-allow-headers")).toBe(
		"authorization, x-acme-retry-count, x-acme-new-thing",
	);
});

test("http service: errors are JSON in the form of their route, and an unexpected one says nothing to the client", async () => {
	const errors: unknown[] = [];
	await using server = start({ onError: (error) => errors.push(error) });
	const answer = async (path: string, init?: RequestInit) => {
		const response = await server.get(path, init);
		return [response.status, await response.json()];
	};
	expect(await answer("/refuses")).toEqual([418, { type: "error", status: 418, message: "No tea" }]);
	expect(await answer("/breaks")).toEqual([500, { error: "Internal error" }]);
	expect(errors).toEqual([new TypeError("secret inside")]);
	expect(await answer("/who", { method: "DELETE" })).toEqual([405, { error: "No route: DELETE /who" }]);
	const [status, body] = await answer("/echo", { method: "POST", body: "{" });
	expect([status, body]).toEqual([400, { error: expect.stringContaining("Invalid JSON body: ") }]);
	const invalid = await answer("/echo", { method: "POST", body: new Uint8Array([0x22, 0xff, 0x22]) });
	expect(invalid[0]).toBe(400);
});

test("http service: the access log has paths without queries, no private path and no message of an error", async () => {
	await using server = start();
	await server.get("/who?token=abc");
	await server.get("/room/s3cret");
	await server.get("/breaks");
	const time = new Date(5).toISOString();
	const common = { time, method: "GET", ms: 0 };
	expect(server.lines).toEqual([
		{ ...common, path: "/who", status: 200, bytes: 15 },
		{ ...common, path: "/room/:id", status: 200, bytes: 15 },
		{ ...common, path: "/breaks", status: 500, bytes: 26, error: "TypeError" },
	]);
});

test("http service: more requests at once than allowed get 503", async () => {
	const hold = Promise.withResolvers<void>();
	const slow: Route = { method: "GET", path: "/slow", handle: () => hold.promise.then(() => jsonResponse(1)) };
	await using server = start({ routes: [slow], limits: { maxRequests: 2 } });
	const first = [server.get("/slow"), server.get("/slow")];
	await until(() => server.service.activeRequests === 2);
	expect((await server.get("/slow")).status).toBe(503);
	hold.resolve();
	expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
	expect(server.service.activeRequests).toBe(0);
});

test("http service: at its end, requests under way get their answer and new ones are not accepted", async () => {
	const hold = Promise.withResolvers<void>();
	const slow: Route = { method: "GET", path: "/slow", handle: () => hold.promise.then(() => jsonResponse("done")) };
	await using server = start({ routes: [slow, ...routes] });
	const answer = server.get("/slow");
	await until(() => server.service.activeRequests === 1);
	const ended = server.service.end();
	expect(
		await server.get("/who").then(
			({ status }) => status,
			() => "refused",
		),
	).toBeOneOf([503, "refused"]);
	hold.resolve();
	expect(await (await answer).json()).toBe("done");
	await ended;
});

test("http service: a request that outlasts the grace is aborted, and the port is free again", async () => {
	const aborted = Promise.withResolvers<unknown>();
	const stuck: Route = {
		method: "GET",
		path: "/stuck",
		handle: ({ signal }) => {
			signal.addEventListener("abort", () => aborted.resolve(signal.reason));
			return new Promise(() => {});
		},
	};
	const server = start({ routes: [stuck], limits: { graceMs: 20 } });
	const { port } = server.service;
	const answer = server.get("/stuck").catch(() => "closed");
	await until(() => server.service.activeRequests === 1);
	await server.service.end();
	expect(await aborted.promise).toEqual(new HttpError(503, "The service has ended"));
	expect(await answer).toBe("closed");
	await using again = start({ bind: { host: "127.0.0.1", port } });
	expect(again.service.port).toBe(port);
});

test("http service: a signal ends it, and a port that is taken is named", async () => {
	const stop = new AbortController();
	const server = start({ signal: stop.signal });
	const { port } = server.service;
	expect(() => start({ bind: { host: "127.0.0.1", port } })).toThrow(`Port ${port} is in use`);
	stop.abort();
	await server.service.ended;
});
