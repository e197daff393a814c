import type { LoopPorts } from "@oh-my-pi/pi-agent-core/loop/ports";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { resolveCompat } from "@oh-my-pi/pi-ai/compat/resolve";
import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ToolChoiceQueue } from "./tool-choice-queue.ts";

/** How the queue takes part in the loop. */
export function toolChoicePorts(
	queue: ToolChoiceQueue,
	now: () => number,
): Required<Pick<LoopPorts, "getToolChoice" | "transformContext" | "beforeToolCall">> {
	return {
		getToolChoice: () => queue.choice(),
		async transformContext(messages) {
			const reminder = queue.reminder();
			if (!reminder) return messages;
			const message: AgentMessage = { role: "developer", content: reminder, attribution: "agent", timestamp: now() };
			// Only this request has it: the history shows what was said, not how it was pressed for.
			return [...messages, message];
		},
		async beforeToolCall(call) {
			const refuse = queue.refusal(call);
			return refuse ? { refuse } : undefined;
		},
	};
}

/** Some hosts take no wish about the tool, or only "auto". */
export function canBeForced(model: Model | undefined): boolean {
	if (!model) return false;
	const compat = resolveCompat(model);
	return compat.supportsToolChoice && compat.supportsForcedToolChoice;
}
