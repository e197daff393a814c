import type { CallFacts, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";

const builtIn = new Map(builtInTools.map((tool) => [tool.name, tool]));

/** What a call was about, by what its tool says: one that is offered now, else the built-in one of that name. */
export function callFacts(call: ToolCall, offered: readonly ToolTraits[] = []): CallFacts {
	const tool = offered.find(({ name, facts }) => name === call.name && facts) ?? builtIn.get(call.name);
	try {
		return tool?.facts?.(call.arguments) ?? {};
	} catch {
		// Arguments of an old or malformed call; nothing is known of it then.
		return {};
	}
}
