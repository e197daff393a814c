import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { callMCP, parseSSE } from "./call-mcp.ts";
import { event, eventStream, ok, startHttpServer } from "./testing/http-server.ts";

verifies("mcp:helper:call-mcp", async () => {
	await using server = startHttpServer({
		answer: ({ body: { id, method, params } }) => {
			if (method === "plain") return ok(id, { got: params });
			if (method === "stream")
				return eventStream(": ping\n\n", event({ id, result: { streamed: true } }), event({ id }));
			if (method === "refuse") return Response.json({ jsonrpc: "2.0", id, error: { code: -5, message: "no" } });
			if (method === "text") return new Response("hello");
			if (method === "elsewhere") return Response.redirect("http://127.0.0.1:9/");
			return new Response("gone", { status: 410 });
		},
	});
	expect(await callMCP(server.url, "plain", { a: 1 }, { headers: { "X-Key": "k" } })).toEqual({ got: { a: 1 } });
	expect(server.seen).toHaveLength(1);
	expect(server.seen[0]?.headers.get("x-key")).toBe("k");
	expect(server.seen[0]?.headers.get("mcp-session-id")).toBeNull();
	expect(await callMCP(server.url, "stream")).toEqual({ streamed: true });
	await expect(callMCP(server.url, "refuse")).rejects.toThrow("MCP error -5: no");
	await expect(callMCP(server.url, "text")).rejects.toThrow("did not answer with a JSON-RPC message");
	await expect(callMCP(server.url, "none")).rejects.toMatchObject({ message: "HTTP 410: gone", code: 410 });
	await expect(callMCP(server.url, "elsewhere")).rejects.toMatchObject({ kind: "closed" });
	await expect(callMCP(server.url, "plain", {}, { maxBytes: 5 })).rejects.toThrow("larger than 5 bytes");
	expect([parseSSE('event: x\ndata: {"a":1}\r\n\ndata: {"b":2}'), parseSSE('{"c":3}'), parseSSE("no")]).toEqual([
		{ a: 1 },
		{ c: 3 },
		undefined,
	]);
});

test("a call without an answer ends at its limit, or when it is aborted", async () => {
	await using server = startHttpServer({ answer: () => new Response(new ReadableStream()) });
	await expect(callMCP(server.url, "x", {}, { timeoutMs: 100 })).rejects.toThrow("Request timeout after 100ms");
	const abort = new AbortController();
	const call = callMCP(server.url, "x", {}, { signal: abort.signal });
	abort.abort(new Error("enough"));
	await expect(call).rejects.toThrow("enough");
});
