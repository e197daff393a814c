import type { McpServer } from "@agentclientprotocol/sdk/unstable";
import type { FoundServer } from "../../mcp/load-servers.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** MCP servers that the client gave: for this session only, and ended with it. The user's editor names them, so they are trusted. */
export async function connectClientServers(session: OpenedConversation, given: readonly McpServer[]): Promise<void> {
	const servers = given.flatMap(serverOf);
	if (servers.length === 0) return;
	const { mcpSession } = await import("../../mcp/mcp-session.ts");
	await mcpSession(session, { isHeadless: () => true }).add(servers);
}

/** The ways to reach a server that omp has. */
export function canConnect(server: McpServer): boolean {
	return serverOf(server).length > 0;
}

function serverOf(server: McpServer): FoundServer[] {
	const { name } = server;
	const given = { name, path: "", level: "user", enabled: true, definition: server, isLiteral: true } as const;
	const source = { provider: "client", providerName: "The client", path: "", level: "user" } as const;
	if ("command" in server) {
		const { command, args } = server;
		return [{ ...given, _source: source, transport: "stdio", command, args, env: pairs(server.env) }];
	}
	if (server.type === "acp") return [];
	return [{ ...given, _source: source, transport: server.type, url: server.url, headers: pairs(server.headers) }];
}

function pairs(list: ReadonlyArray<{ readonly name: string; readonly value: string }>): Record<string, string> {
	return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
