/** A server for MCP over HTTP with one tool, `greet`, and without sessions. Lets nobody in without the key. */
export function mcpServer(key: string): { readonly url: string; readonly hosts: string[]; [Symbol.dispose](): void } {
	const hosts: string[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		async fetch(request) {
			hosts.push(request.headers.get("host") ?? "");
			const { pathname } = new URL(request.url);
			if (pathname.startsWith("/away")) {
				return new Response(null, { status: 307, headers: { location: "https://elsewhere.example/mcp" } });
			}
			if (request.headers.get("x-key") !== key) return new Response("who are you?", { status: 403 });
			if (request.method !== "POST") return new Response(null, { status: 405 });
			const { id, method, params } = (await request.json()) as {
				id?: number;
				method: string;
				params?: { protocolVersion?: string };
			};
			if (id === undefined) return new Response(null, { status: 202 });
			return Response.json({ jsonrpc: "2.0", id, result: answer(method, params?.protocolVersion) });
		},
	});
	return {
		url: `http://127.0.0.1:${server.port}`,
		hosts,
		[Symbol.dispose]: () => void server.stop(true),
	};
}

function answer(method: string, protocolVersion = "2025-06-18"): object {
	switch (method) {
		case "initialize":
			return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "greeter", version: "1" } };
		case "tools/list":
			return { tools: [{ name: "greet", description: "Greets", inputSchema: { type: "object", properties: {} } }] };
		case "tools/call":
			return { content: [{ type: "text", text: "Hello from MCP" }] };
		default:
			return {};
	}
}
