import { join } from "node:path";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "vscode", displayName: "VS Code" };

export const vscodeProvider: DiscoveryProvider = {
	...identity,
	description: "MCP servers in .vscode of the working folder",
	priority: 20,
	loads: loads(mcpServers, (context) => {
		const path = join(context.cwd, ".vscode", "mcp.json");
		return mcpFiles(identity, [{ path, level: "project" }], context, { format: "vscode" });
	}),
};
