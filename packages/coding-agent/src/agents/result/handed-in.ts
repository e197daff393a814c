import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";

/** What the calls of a tool hand in, by the name that results and events have. */
export function handsIn(tools: readonly ToolTraits[], toolName: string): ToolTraits["handsIn"] {
	return tools.find(({ name }) => name === toolName)?.handsIn;
}
