import type { McpServer } from "@agentclientprotocol/sdk/unstable";
import type { FoundServer } from "../../mcp/load-servers.ts";
import { mcpSettings } from "../../settings/sections/mcp.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** MCP servers that the client gave: for this session only, and ended with it. The user's editor names them, so they are trusted. */
export async function connectClientServers(session: OpenedConversation, given: readonly McpServer[]): Promise<void> {
	const servers = given.flatMap(serverOf);
	if (servers.length === 0) return;
	const { McpManager } = await import("../../mcp/mcp-manager.ts");
	const { workbench, conversation, folder, settings } = session;
	const manager = new McpManager({
		workbench,
		cwd: () => folder.path,
		artifacts: {
			allocate: (toolName) => conversation.log.artifacts.allocate(toolName),
			save: (toolName, content) => conversation.log.artifacts.save(toolName, content),
		},
		warn: (message) => conversation.notify("warning", message, "mcp"),
	});
	manager.connect(servers);
	let hasWaited = false;
	conversation.addHook({
		name: "client-mcp",
		async beforePrompt({ signal }) {
			if (hasWaited) return undefined;
			hasWaited = true;
			const missing = await manager.ready(settings.get(mcpSettings.startupTimeoutMs), signal);
			if (missing.length > 0) conversation.notify("warning", `Not ready yet: ${missing.join(", ")}`, "mcp");
			return undefined;
		},
		dispose: () => manager.close(),
	});
}

/** The ways to reach a server that omp has. */
export function canConnect(server: McpServer): boolean {
	return serverOf(server).length > 0;
}

function serverOf(server: McpServer): FoundServer[] {
	const { name } = server;
	const given = { name, path: "", level: "user", enabled: true, definition: server } as const;
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
