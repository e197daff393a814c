import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { connectServer } from "./connect-server.ts";
import type { ServerConfig, ServerPorts } from "./server/server-config.ts";
import { event, eventStream, initialized, ok, startHttpServer } from "./testing/http-server.ts";

function connect(url: string, config: Partial<ServerConfig> = {}, ports: Partial<ServerPorts> = {}) {
	return connectServer(
		{ name: "web", transport: "http", url, ...config },
		{ clientInfo: { name: "test", version: "1" }, newId: () => "unique", ...ports },
	);
}

verifies("mcp:http:session", async () => {
	await using web = startHttpServer({
		answer: ({ body }) => (body.method === "initialize" ? initialized(body.id, { "mcp-session-id": "s1" }) : undefined),
	});
	const server = await connect(web.url, { headers: { "X-Key": "k" } });
	await server.ping();
	await server.close();
	const [first, ...others] = web.seen;
	expect(first?.headers.get("mcp-session-id")).toBeNull();
	expect(first?.headers.get("accept")).toBe("application/json, text/event-stream");
	for (const { headers } of others) {
		expect(headers.get("mcp-session-id")).toBe("s1");
		expect(headers.get("mcp-protocol-version")).toBe("2025-06-18");
		expect(headers.get("x-key")).toBe("k");
	}
	expect(web.seen.at(-1)?.method).toBe("DELETE");
});

verifies("mcp:http:json-and-sse", async () => {
	await using web = startHttpServer({
		answer: ({ body: { method, id } }) => {
			if (method !== "tools/call") return;
			return eventStream(
				": hello\n\n",
				event({ method: "notifications/message", params: { data: "between" } }),
				event({ id: "r1", method: "ping" }),
				event({ id, result: { content: [{ type: "text", text: "streamed" }] } }),
			);
		},
	});
	const notifications: unknown[] = [];
	await using server = await connect(
		web.url,
		{},
		{ onNotification: (method, params) => notifications.push([method, params]) },
	);
	expect((await server.callTool("x", {})).content).toEqual([{ type: "text", text: "streamed" }]);
	expect(notifications).toEqual([["notifications/message", { data: "between" }]]);
	await until(() => web.seen.some(({ body }) => body.id === "r1" && body.result));
	await server.ping();
});

test("a stream that ends without the answer fails the request", async () => {
	await using web = startHttpServer({
		answer: ({ body }) => (body.method === "tools/call" ? eventStream(": nothing\n\n") : undefined),
	});
	await using server = await connect(web.url);
	await expect(server.callTool("x", {})).rejects.toThrow("No response received for request ID 2");
});

test("a stream that ends before the answer is resumed, also while the listener is open", async () => {
	let id: unknown;
	await using web = startHttpServer({
		answer: ({ method, headers, body }) => {
			const resumed = headers.get("last-event-id");
			if (resumed === "e1") return eventStream(event({ id, result: { content: [{ type: "text", text: "late" }] } }));
			if (method === "GET") {
				return new Response(new ReadableStream({ start: (controller) => controller.enqueue(": open\n\n") }), {
					headers: { "content-type": "text/event-stream" },
				});
			}
			if (body.method !== "tools/call") return;
			id = body.id;
			return eventStream("id: e1\nretry: 10\ndata: \n\n");
		},
	});
	await using server = await connect(web.url);
	await until(() => web.seen.some(({ method }) => method === "GET"));
	expect((await server.callTool("x", {})).content).toEqual([{ type: "text", text: "late" }]);
});

verifies("mcp:http:listener", async () => {
	for (const status of [405, 404, 500]) {
		await using web = startHttpServer({
			answer: ({ method }) => (method === "GET" ? new Response("no", { status }) : undefined),
		});
		await using server = await connect(web.url);
		await until(() => web.seen.some(({ method }) => method === "GET"));
		await server.ping();
		expect(server.isOpen).toBe(true);
	}
	let push: ((text: string) => void) | undefined;
	await using web = startHttpServer({
		answer: ({ method }) => {
			if (method !== "GET") return;
			const encoder = new TextEncoder();
			const body = new ReadableStream({
				start(controller) {
					push = (text) => controller.enqueue(encoder.encode(text));
					push(": open\n\n");
				},
			});
			return new Response(body, { headers: { "content-type": "text/event-stream" } });
		},
	});
	const methods: string[] = [];
	await using _server = await connect(web.url, {}, { onNotification: (method) => methods.push(method) });
	await until(() => push);
	push?.(event({ method: "notifications/tools/list_changed" }));
	await until(() => methods.includes("notifications/tools/list_changed"));
	push?.(event({ id: "p1", method: "ping" }));
	await until(() => web.seen.some(({ body }) => body.id === "p1" && body.result));
});

verifies("mcp:http:auth-retry", async () => {
	await using web = startHttpServer({
		answer: ({ headers }) =>
			headers.get("authorization") === "Bearer new"
				? undefined
				: new Response("expired", { status: 401, headers: { "www-authenticate": 'Bearer scope="a"' } }),
	});
	const challenges: unknown[] = [];
	await using server = await connect(
		web.url,
		{ headers: { Authorization: "Bearer old" } },
		{
			renewHeaders: async (challenge) => {
				challenges.push(challenge);
				return { Authorization: "Bearer new" };
			},
		},
	);
	await server.ping();
	expect(challenges).toEqual([
		{ status: 401, url: web.url, wwwAuthenticate: 'Bearer scope="a"', authorization: "Bearer old" },
	]);
	// Twice refused is refused.
	let asked = 0;
	const renewHeaders = async () => {
		asked++;
		return { Authorization: "Bearer other" };
	};
	await expect(connect(web.url, {}, { renewHeaders })).rejects.toThrow("HTTP 401: expired");
	expect(asked).toBe(1);
});

verifies("mcp:request:errors", async () => {
	await using web = startHttpServer({
		answer: ({ body: { method, id } }) => {
			if (method === "ping") return new Response("broken", { status: 500 });
			if (method === "tools/list") {
				const headers = { "www-authenticate": "Bearer", "mcp-auth-server": "https://auth.test" };
				return new Response("who?", { status: 401, headers });
			}
			if (method === "prompts/list")
				return Response.json({ jsonrpc: "2.0", id, error: { code: -32_000, message: "no" } });
			return method === "resources/list"
				? new Response(new ReadableStream(), { headers: { "content-type": "application/json" } })
				: undefined;
		},
	});
	await using server = await connect(web.url);
	await expect(server.ping()).rejects.toThrow("HTTP 500: broken");
	await expect(server.listTools()).rejects.toThrow(
		"HTTP 401: who? [WWW-Authenticate: Bearer] [Mcp-Auth-Server: https://auth.test]",
	);
	await expect(server.listPrompts()).rejects.toThrow("MCP error -32000: no");
	await expect(server.listResources({ timeoutMs: 200 })).rejects.toThrow("Request timeout after 200ms");
});

test("a redirect to another host is not followed, so that it does not get the headers", async () => {
	await using other = startHttpServer();
	await using web = startHttpServer({
		answer: () =>
			new Response(null, { status: 307, headers: { location: other.url.replace("127.0.0.1", "localhost") } }),
	});
	await expect(connect(web.url, { headers: { "X-Key": "secret" } })).rejects.toThrow();
	expect(other.seen).toEqual([]);
});

test("an answer that is too large fails its request only", async () => {
	await using web = startHttpServer({
		answer: ({ body }) => (body.method === "tools/call" ? ok(body.id, { content: "x".repeat(200_000) }) : undefined),
	});
	await using server = await connect(web.url, { maxMessageBytes: 100_000 });
	await expect(server.callTool("x", {})).rejects.toThrow("too large");
	await server.ping();
});

verifies("mcp:sse:legacy", async () => {
	let push: ((text: string) => void) | undefined;
	let end: (() => void) | undefined;
	await using web = startHttpServer({
		answer: ({ method, path, body }) => {
			if (method === "GET") {
				const encoder = new TextEncoder();
				const stream = new ReadableStream({
					start(controller) {
						push = (text) => controller.enqueue(encoder.encode(text));
						end = () => controller.close();
						push("event: endpoint\ndata: /messages?session=1\n\n");
					},
				});
				return new Response(stream, { headers: { "content-type": "text/event-stream" } });
			}
			if (path !== "/messages") return new Response("wrong address", { status: 404 });
			const result = body.method === "initialize" ? { protocolVersion: "2024-11-05", capabilities: {} } : {};
			if (body.id !== undefined && body.method !== "tools/call") push?.(event({ id: body.id, result }));
			return new Response("Accepted", { status: 202 });
		},
	});
	const reasons: string[] = [];
	await using server = await connect(web.url, { transport: "sse" }, { onClose: (reason) => reasons.push(reason) });
	expect(server.protocolVersion).toBe("2024-11-05");
	await server.ping();
	const waiting = server.callTool("never", {});
	waiting.catch(() => {});
	await until(() => web.seen.some(({ body }) => body.method === "tools/call"));
	end?.();
	await expect(waiting).rejects.toThrow("Transport closed");
	expect(reasons).toEqual(["Legacy SSE stream closed"]);

	await using modern = startHttpServer();
	await using fallback = await connect(modern.url, { transport: "sse" });
	await fallback.ping();
	expect(modern.seen.map(({ method }) => method).slice(0, 2)).toEqual(["GET", "POST"]);
});

test("an address on another host is not taken from the stream", async () => {
	await using web = startHttpServer({
		answer: ({ method }) =>
			method === "GET" ? eventStream("event: endpoint\ndata: http://evil.test/x\n\n") : undefined,
	});
	await expect(connect(web.url, { transport: "sse" })).rejects.toThrow();
});
