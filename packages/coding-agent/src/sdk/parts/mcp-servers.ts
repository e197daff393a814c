import type { FoundServer } from "../../features/mcp/servers/load-servers.ts";
import { mcpKey } from "../../features/mcp/session/mcp-key.ts";
import type { McpManager } from "../../features/mcp/session/mcp-manager.ts";
import { mcpSettings } from "../../settings/sections/services/mcp.ts";
import type { Features } from "../../workbench/features.ts";
import { resolvePlace } from "./discovery-place.ts";

export type { McpManager };

/** MCP servers that user and project define; those of a project only when they are trusted. */
export async function discoverMCPServers(cwd?: string, agentDir?: string): Promise<readonly FoundServer[]> {
	const place = await resolvePlace(cwd, agentDir);
	const { loadServers } = await import("../../features/mcp/servers/load-servers.ts");
	const includeProject = place.settings.get(mcpSettings.enableProjectConfig);
	return (await loadServers(place.registry, place.context, { includeProject })).servers;
}

/** `undefined` where no server is defined. */
export async function findMcpManager(features: Features): Promise<McpManager | undefined> {
	return features.find(mcpKey)?.session?.manager();
}
