import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { sourceOf } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { estimateTools } from "../context/estimate-tokens.ts";

export type DiscoveryMode = "auto" | "off" | "mcp-only" | "all";

export interface DiscoveryRules {
	readonly mode: DiscoveryMode;
	/** Tools that are never hidden. */
	readonly essential: readonly string[];
	/** Servers whose tools are never hidden. */
	readonly servers: readonly string[];
}

/** With `auto`, tools are hidden above these limits. */
const maxTools = 20;
const maxSchemaTokens = 4000;

/** What `auto` comes to. */
export type ResolvedMode = Exclude<DiscoveryMode, "auto">;

/** The tools that are not sent until they are searched for or named; with what `auto` came to before. */
export function hiddenTools(
	tools: readonly AgentTool[],
	rules: DiscoveryRules,
	before: ResolvedMode | undefined,
): AgentTool[] {
	const mode = resolveMode(tools, rules, before);
	if (mode === "off") return [];
	return tools.filter((tool) => {
		if (rules.essential.includes(tool.name)) return false;
		const server = serverOf(tool);
		if (server !== undefined) return !rules.servers.includes(server);
		// Whoever installs an extension wants its tools: a full list alone does not hide them.
		if (isUndeclared(tool)) return rules.mode === "all";
		return mode === "all" && tool.loadMode === "discoverable";
	});
}

export function resolveMode(
	tools: readonly AgentTool[],
	{ mode }: DiscoveryRules,
	before?: ResolvedMode,
): ResolvedMode {
	return mode === "auto" ? (before ?? automatic(tools)) : mode;
}

/** Tools of servers are hidden first; omp's own only if there are too many of them alone. */
function automatic(tools: readonly AgentTool[]): ResolvedMode {
	if (isTooMuch(tools.filter((tool) => serverOf(tool) === undefined))) return "all";
	return isTooMuch(tools) ? "mcp-only" : "off";
}

/** The MCP server a tool belongs to. */
export function serverOf(tool: AgentTool): string | undefined {
	return /^mcp:(.+)$/.exec(sourceOf(tool) ?? "")?.[1];
}

/** A tool of an extension that does not say when it is offered. */
function isUndeclared(tool: AgentTool): boolean {
	return tool.loadMode === undefined && sourceOf(tool)?.startsWith("extension:") === true;
}

function isTooMuch(all: readonly AgentTool[]): boolean {
	// What waits for its need is not sent.
	const tools = all.filter((tool) => !tool.onDemand || tool.onDemand());
	return tools.length > maxTools || estimateTools(tools) > maxSchemaTokens;
}
