import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { resolveCompat } from "@oh-my-pi/pi-ai/compat/resolve";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ToolChoiceQueue } from "./tool-choice-queue.ts";

/** Applies one directive per request, with reminders for models that cannot be forced. */
export function toolChoiceHook(queue: ToolChoiceQueue, live: LiveContext): Hook {
	return {
		name: "tool-choice",
		order: hookOrder.toolChoice,
		beforeRequest: () => queue.begin({ canBeForced: () => canBeForced(live.parts.model) }),
		transformContext(messages) {
			const content = queue.reminder();
			if (!content) return undefined;
			// For this request only; the reminder is not part of the history.
			const reminder: AgentMessage = { role: "developer", content, attribution: "agent", timestamp: live.now() };
			return [...messages, reminder];
		},
		beforeToolCall(call) {
			const refuse = queue.refusal(call);
			return refuse ? { refuse } : undefined;
		},
	};
}

/** Some hosts accept no tool choice, or only "auto". */
function canBeForced(model: Model | undefined): boolean {
	if (!model) return false;
	const compat = resolveCompat(model);
	return compat.supportsToolChoice && compat.supportsForcedToolChoice;
}
