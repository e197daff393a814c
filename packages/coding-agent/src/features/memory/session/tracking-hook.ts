import { outsideSources } from "@oh-my-pi/pi-agent-core/tools/outside-sources";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { HookFactory } from "../../../conversation/kernel/conversation-options.ts";
import type { OutsideTracker } from "../transcript/outside-tracker.ts";

/** Notes what the calls of a conversation bring in from outside. The model has no say in it. */
export function trackingHook(tracker: OutsideTracker): HookFactory {
	/** Calls under way, with the tool that runs them. */
	const running = new Map<string, { readonly tool: AgentTool; readonly params: unknown }>();
	return () => ({
		name: "memory-origins",
		beforePrompt({ message }) {
			running.clear();
			// A message of another agent or of a hook is no word of the user's.
			if (message.role === "user" && message.attribution !== "agent") tracker.reset();
			return undefined;
		},
		approveToolCall({ tool, call, params }) {
			running.set(call.id, { tool, params });
			return undefined;
		},
		afterToolCall(call, { details }) {
			const { tool, params } = running.get(call.id) ?? { tool: { name: call.name }, params: call.arguments };
			running.delete(call.id);
			tracker.add(outsideSources(tool, params, details));
			return undefined;
		},
	});
}
