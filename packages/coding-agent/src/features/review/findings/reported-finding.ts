import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ConversationEvent } from "../../../conversation/event/event.ts";

/** What the end of a call hands in as a finding, as the tool gives it; `undefined` for everything else. */
export function reportedFinding(event: ConversationEvent, tools: readonly AgentTool[]): unknown {
	if (event.type !== "tool_execution_end" || event.isError) return undefined;
	const isFinding = tools.some(({ name, handsIn }) => name === event.toolName && handsIn === "finding");
	return isFinding ? event.result.details : undefined;
}
