import type { AssistantContent, AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ConversationEvent } from "../../../../../conversation/event/event.ts";

type Update = Extract<ConversationEvent, { type: "message_update" }>;

/** The events of a recorded session. What a recording leaves out, the message so far in every update, is put in again. */
export function recordedEvents(jsonLines: string): ConversationEvent[] {
	let message: AssistantMessage | undefined;
	return jsonLines
		.trimEnd()
		.split("\n")
		.map((line): ConversationEvent => {
			const event = JSON.parse(line) as ConversationEvent;
			if (event.type === "message_start" && event.message.role === "assistant") {
				// The recording shows it as it was when it was written down, which may be later.
				message = { ...(event.message as AssistantMessage), content: [] };
				return { ...event, message };
			}
			if (event.type !== "message_update" || !message) return event;
			message = grown(message, event);
			const assistantMessageEvent = { ...event.assistantMessageEvent, partial: message };
			return { ...event, message, assistantMessageEvent } as Update;
		});
}

function grown(message: AssistantMessage, { assistantMessageEvent: event }: Update): AssistantMessage {
	if (!("contentIndex" in event)) return message;
	const content = [...message.content];
	const block = content[event.contentIndex];
	const changed = grownBlock(block, event);
	if (changed) content[event.contentIndex] = changed;
	return { ...message, content };
}

function grownBlock(
	block: AssistantContent | undefined,
	event: Update["assistantMessageEvent"],
): AssistantContent | undefined {
	switch (event.type) {
		case "text_start":
			return { type: "text", text: "" };
		case "text_delta":
			return block?.type === "text" ? { ...block, text: block.text + event.delta } : block;
		case "thinking_start":
			return { type: "thinking", thinking: "" };
		case "thinking_delta":
			return block?.type === "thinking" ? { ...block, thinking: block.thinking + event.delta } : block;
		case "toolcall_end":
			return event.toolCall;
		default:
			return block;
	}
}
