import type { AgentTool, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { plannedTools } from "@oh-my-pi/pi-tools/planned-tools.data";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";
import { UsageError } from "../../process/usage-error.ts";

interface ToolChoices {
	/** All tools of this session, on or off. */
	readonly tools: readonly AgentTool[];
	readonly isOn: (tool: AgentTool) => boolean;
	/** The registry, with tools that this session does not have. */
	readonly registered: readonly ToolTraits[];
	readonly warn: (notice: string) => void;
}

/** Filters tools by the names on the command line; control tools are included with the tools that need them. */
export function wantedTools(wanted: readonly string[], choices: ToolChoices): readonly AgentTool[] {
	const offered = choices.tools.filter(choices.isOn);
	const chosen = wanted.flatMap((text) => requestedTools(text, offered, choices));
	const names = new Set(chosen.flatMap(({ name, companions = [] }) => [name, ...companions]));
	return offered
		.filter(({ name, loadMode }) => names.has(name) || (loadMode === "hidden" && names.size > 0))
		.map((tool) => (chosen.includes(tool) && tool.loadMode !== "hidden" ? withoutDemand(tool) : tool));
}

/** What is named is offered from the start. */
function withoutDemand(tool: AgentTool): AgentTool {
	if (!tool.onDemand) return tool;
	const { onDemand: _, ...named } = tool;
	return named;
}

function requestedTools(text: string, offered: readonly AgentTool[], choices: ToolChoices): readonly AgentTool[] {
	const meant = toolsNamed(text, offered);
	if (meant.length > 0) return meant;
	const absence = whyAbsent(text, choices);
	if (absence !== undefined) {
		choices.warn(`The tool ${absence}, so --tools leaves it out.`);
		return [];
	}
	const nameable = offered.filter(({ loadMode }) => loadMode !== "hidden").map(({ name }) => name);
	const [close] = nearest(text, [...nameable, ...plannedTools.map(({ name }) => name)]);
	const hint = close ? ` Did you mean ${close}?` : "";
	throw new UsageError(`Unknown tool in --tools: ${text}. Valid tools: ${nameable.join(", ")}.${hint}`);
}

function whyAbsent(text: string, { tools, registered }: ToolChoices): string | undefined {
	const [off] = toolsNamed(text, tools);
	if (off) return `${off.name} is off${off.switch ? ` (setting ${off.switch.key})` : ""}`;
	const [elsewhere] = toolsNamed(text, registered);
	if (elsewhere) return `${elsewhere.name} is not available in this session`;
	const [planned] = toolsNamed(text, plannedTools);
	return planned && `${planned.name} is not available yet`;
}
