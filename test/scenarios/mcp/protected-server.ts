import { type AuthorizationServer, startAuthorizationServer } from "@oh-my-pi/pi-ai/testing/authorization-server";

export interface ProtectedServer extends AsyncDisposable {
	readonly url: string;
	readonly login: AuthorizationServer;
	/** The method and the token of each message that was let in or not. */
	readonly seen: Array<{ readonly method: string; readonly token: string | undefined; readonly status: number }>;
	/** From now on these tokens are refused. */
	readonly refused: Set<string>;
	/** No token is good enough for calls. */
	refusesCalls: boolean;
}

export interface ProtectedServerOptions {
	readonly accessTokenSeconds?: number;
	readonly authMethods?: readonly string[];
	/** Lets everybody in, and asks for a login in the result of a tool. */
	readonly asksInResult?: boolean;
}

const tools = ["read_ticket", "write_ticket"];
const scopeOf = (tool: unknown) => (tool === "write_ticket" ? "tickets:write" : "tickets:read");

/** An MCP server that takes tokens of a real authorization server: each tool needs a scope of its own. */
export async function startProtectedServer(options: ProtectedServerOptions = {}): Promise<ProtectedServer> {
	const { asksInResult = false, ...others } = options;
	const login = await startAuthorizationServer({ ...others, resourceScopes: ["tickets:read", "tickets:write"] });
	const seen: Array<ProtectedServer["seen"][number]> = [];
	const refused = new Set<string>();
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 0,
		async fetch(request) {
			const { pathname, origin } = new URL(request.url);
			const resource = `${origin}/mcp`;
			if (pathname === "/.well-known/oauth-protected-resource/mcp") {
				return Response.json({ resource, authorization_servers: [login.issuer], scopes_supported: ["tickets:read"] });
			}
			if (pathname !== "/mcp" || request.method !== "POST") return new Response("no", { status: 405 });
			const { id, method, params } = (await request.json()) as Message;
			const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
			const grant = token === undefined || refused.has(token) ? undefined : await login.inspect(token);
			const isIn = grant?.audience === resource && !(made.refusesCalls && method === "tools/call");
			const needed = scopeOf(params?.name);
			const lacks = method === "tools/call" && isIn && !grant.scopes.includes(needed);
			const status = lacks ? 403 : isIn || asksInResult ? 200 : 401;
			seen.push({ method, token, status });
			const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
			if (status !== 200) {
				const why = lacks ? `error="insufficient_scope", scope="${needed}", ` : "";
				// Some servers repeat what they were sent.
				return new Response(`not with ${token}`, {
					status,
					headers: { "www-authenticate": `Bearer ${why}${metadata}` },
				});
			}
			if (id === undefined) return new Response(null, { status: 202 });
			const challenge =
				asksInResult && !isIn && method === "tools/call" ? [`Bearer scope="${needed}", ${metadata}`] : undefined;
			return Response.json({ jsonrpc: "2.0", id, result: { ...resultOf(method, params), ...asked(challenge) } });
		},
	});
	const made: ProtectedServer = {
		url: `${server.url}mcp`,
		refusesCalls: false,
		login,
		seen,
		refused,
		async [Symbol.asyncDispose]() {
			await server.stop(true);
			await login[Symbol.asyncDispose]();
		},
	};
	return made;
}

interface Message {
	readonly id?: unknown;
	readonly method: string;
	readonly params?: { readonly name?: unknown };
}

function resultOf(method: string, params: Message["params"]): object {
	switch (method) {
		case "initialize":
			return {
				protocolVersion: "2025-06-18",
				capabilities: { tools: {} },
				serverInfo: { name: "tickets", version: "1" },
			};
		case "tools/list":
			return { tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) };
		case "tools/call":
			return { content: [{ type: "text", text: `${params?.name} done` }] };
		default:
			return {};
	}
}

function asked(challenge: readonly string[] | undefined): object {
	if (!challenge) return {};
	return { content: [{ type: "text", text: "log in" }], isError: true, _meta: { "mcp/www_authenticate": challenge } };
}
