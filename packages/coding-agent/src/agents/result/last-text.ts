import { joinText } from "@oh-my-pi/pi-ai/message";
import type { Conversation } from "../../conversation/kernel/conversation.ts";

/** The last text of the model, also from before a reply without one. */
export function lastText(conversation: Pick<Conversation, "messages">): string {
	for (const message of conversation.messages.toReversed()) {
		if (message.role !== "assistant" || !("content" in message)) continue;
		const text = joinText(message.content).trim();
		if (text !== "") return text;
	}
	return "";
}
