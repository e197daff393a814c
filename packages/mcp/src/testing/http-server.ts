import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: Headers;
	readonly body: Readonly<Record<string, unknown>>;
}

export interface HttpServerOptions {
	/** Answers a message first; without an answer the usual one is given. */
	readonly answer?: (request: SeenRequest) => Response | undefined;
}

export const ok = (id: unknown, result: object) => Response.json({ jsonrpc: "2.0", id, result });

export const initialized = (id: unknown, headers: Record<string, string> = {}) =>
	Response.json(
		{
			jsonrpc: "2.0",
			id,
			result: {
				protocolVersion: "2025-06-18",
				capabilities: { tools: {} },
				serverInfo: { name: "small", version: "1" },
			},
		},
		{ headers },
	);

export const event = (message: object, name = "message") =>
	`event: ${name}\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;

export const eventStream = (...parts: readonly string[]) =>
	new Response(parts.join(""), { headers: { "content-type": "text/event-stream" } });

/** A small server that speaks streamable HTTP and keeps what it was asked. */
export function startHttpServer({ answer }: HttpServerOptions = {}) {
	const seen: SeenRequest[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 0,
		async fetch(request) {
			const parsed: unknown = request.method === "POST" ? await request.json() : {};
			const body = isRecord(parsed) ? parsed : {};
			const one = { method: request.method, path: new URL(request.url).pathname, headers: request.headers, body };
			seen.push(one);
			const own = answer?.(one);
			if (own) return own;
			if (request.method === "GET") return new Response("no stream here", { status: 405 });
			if (body.id === undefined) return new Response(null, { status: 202 });
			return body.method === "initialize" ? initialized(body.id) : ok(body.id, {});
		},
	});
	return {
		url: `${server.url}mcp`,
		seen,
		stop: () => server.stop(true),
		[Symbol.asyncDispose]: () => server.stop(true),
	};
}
