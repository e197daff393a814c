import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { joinText } from "@oh-my-pi/pi-ai/message";

export function lastReply(messages: readonly AgentMessage[]): AssistantMessage | undefined {
	return messages.findLast((message) => message.role === "assistant");
}

export function lastReplyText(messages: readonly AgentMessage[]): string | undefined {
	const reply = lastReply(messages);
	return reply && joinText(reply.content);
}
