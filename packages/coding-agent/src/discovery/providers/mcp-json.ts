import { join } from "node:path";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "mcp-json", displayName: "MCP Config" };

export const mcpJsonProvider: DiscoveryProvider = {
	...identity,
	description: "mcp.json and .mcp.json in the working folder",
	priority: 5,
	loads: loads(mcpServers, (context) => {
		const candidates = ["mcp.json", ".mcp.json"].map((name) => ({
			path: join(context.cwd, name),
			level: "project" as const,
		}));
		return mcpFiles(identity, candidates, context, { variables: context.env });
	}),
};
