import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";

/** Whether a call of the model's would be answered with a text that an earlier result in the context still holds. */
export function isResultAbove(messages: readonly AgentMessage[], callId: string, text: string): boolean {
	// What a cell or another program calls is not answered to the model.
	const calling = messages.findLast((message) => message.role === "assistant");
	if (calling?.role !== "assistant" || !toolCallsOf(calling).some(({ id }) => id === callId)) return false;
	return messages.some(
		(message) =>
			message.role === "toolResult" &&
			message.content.some(
				(block) => block.type === "text" && block.text.length >= text.length && block.text.includes(text),
			),
	);
}
