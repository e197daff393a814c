import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { nearest } from "@oh-my-pi/pi-utils/nearest";
import { UsageError } from "../cli/usage-error.ts";
import { toolAliases } from "../conversation/tools/tool-aliases.data.ts";

/** Tools that make no sense without each other. */
const companions: Readonly<Record<string, string>> = { checkpoint: "rewind", rewind: "checkpoint" };

/** Cuts tools down to those named on the command line; control tools that nobody names come with what needs them. */
export function wantedTools(tools: readonly AgentTool[], wanted: readonly string[] | undefined): readonly AgentTool[] {
	if (!wanted) return tools;
	const known = tools.map(({ name }) => name);
	const nameable = tools.filter(({ loadMode }) => loadMode !== "hidden").map(({ name }) => name);
	const names = new Set(wanted.flatMap((given) => namesFor(given, known, nameable)));
	for (const name of [...names]) if (companions[name]) names.add(companions[name]);
	return tools.filter(({ name, loadMode }) => names.has(name) || (loadMode === "hidden" && names.size > 0));
}

function namesFor(given: string, known: readonly string[], nameable: readonly string[]): readonly string[] {
	if (known.includes(given)) return [given];
	const meant = toolAliases[given]?.filter((name) => known.includes(name)) ?? [];
	if (meant.length > 0) return meant;
	const [close] = nearest(given, nameable);
	const hint = close ? ` Did you mean ${close}?` : "";
	throw new UsageError(`Unknown tool in --tools: ${given}. Valid tools: ${nameable.join(", ")}.${hint}`);
}
