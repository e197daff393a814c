import { mcpServers } from "../../discovery/capabilities/mcp-servers.ts";
import type { Feature } from "../contract/feature.ts";
import { mcpKey } from "./session/mcp-key.ts";
import type { McpService } from "./session/mcp-service.ts";

/** MCP servers that user and project define: their tools, resources and prompts, `/mcp` and `omp mcp`. */
export const mcpFeature: Feature<McpService> = {
	...mcpKey,
	survey: async ({ registry, context }) => void (await registry.load(mcpServers, context)),
	inventory: async () => [(await import("../../inventory/capability-kind.ts")).capabilityKind(mcpServers)],
	commands: async () => [(await import("./commands/mcp.ts")).mcpCommand],
	cliCommands: [
		{
			name: "mcp",
			summary: "Show, add, switch and test MCP servers, or run as one",
			load: async () => (await import("./cli/mcp.ts")).mcp,
			completionSpec: async () => {
				const { flags, mcpActions } = await import("./cli/mcp.ts");
				return { flags, actions: [...mcpActions] };
			},
		},
	],
	async start(start) {
		const { McpService } = await import("./session/mcp-service.ts");
		const service = new McpService(start);
		await service.find();
		return service;
	},
};
