import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { McpService } from "./mcp-service.ts";

/** Finds the MCP servers of a session: `workbench.features.find(mcpKey)`. */
export const mcpKey: FeatureKey<McpService> = { name: "mcp" };
