import type { McpServer } from "@agentclientprotocol/sdk/unstable";
import type { McpServer as ServerDefinition } from "../../discovery/capabilities/mcp-servers.ts";
import type { Found } from "../../discovery/contract/capability.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** MCP servers that the client gave: for this session only, and ended with it. The user's editor names them, so they are trusted. */
export async function connectClientServers(
	session: OpenedConversation,
	clientServers: readonly McpServer[],
): Promise<void> {
	const servers = clientServers.flatMap(toServer);
	if (servers.length === 0) return;
	const host = session.workbench.features.servers;
	if (!host) throw new Error("MCP is not available in this session");
	await host.connect(session, servers);
}

/** The ways to reach a server that omp has. */
export function canConnect(server: McpServer): boolean {
	return toServer(server).length > 0;
}

function toServer(server: McpServer): Array<Found<ServerDefinition>> {
	const { name } = server;
	const base = { name, path: "", level: "user", enabled: true, definition: server, isLiteral: true } as const;
	const source = { provider: "client", providerName: "The client", path: "", level: "user" } as const;
	if ("command" in server) {
		const { command, args } = server;
		return [{ ...base, _source: source, transport: "stdio", command, args, env: pairs(server.env) }];
	}
	if (server.type === "acp") return [];
	return [{ ...base, _source: source, transport: server.type, url: server.url, headers: pairs(server.headers) }];
}

function pairs(list: ReadonlyArray<{ readonly name: string; readonly value: string }>): Record<string, string> {
	return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
