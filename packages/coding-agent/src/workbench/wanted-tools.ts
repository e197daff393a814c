import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { nearest } from "@oh-my-pi/pi-utils/nearest";
import { UsageError } from "../process/usage-error.ts";

/** Filters tools by the names on the command line; control tools are included with the tools that need them. */
export function wantedTools(tools: readonly AgentTool[], wanted: readonly string[] | undefined): readonly AgentTool[] {
	if (!wanted) return tools;
	const chosen = wanted.flatMap((given) => toolsNamed(given, tools));
	const names = new Set(chosen.flatMap(({ name, companions = [] }) => [name, ...companions]));
	return tools.filter(({ name, loadMode }) => names.has(name) || (loadMode === "hidden" && names.size > 0));
}

function toolsNamed(given: string, tools: readonly AgentTool[]): readonly AgentTool[] {
	const exact = tools.filter(({ name }) => name === given);
	const meant = exact.length > 0 ? exact : tools.filter(({ aliases }) => aliases?.includes(given));
	if (meant.length > 0) return meant;
	const nameable = tools.filter(({ loadMode }) => loadMode !== "hidden").map(({ name }) => name);
	const [close] = nearest(given, nameable);
	const hint = close ? ` Did you mean ${close}?` : "";
	throw new UsageError(`Unknown tool in --tools: ${given}. Valid tools: ${nameable.join(", ")}.${hint}`);
}
