import type { AssistantMessage, ImageContent, ToolCall } from "../message.ts";

/** The events of an answer. `partial` is the live message, the same object during the whole stream. */
export type AssistantMessageEvent =
	| { type: "start"; partial: AssistantMessage }
	| { type: "text_start"; contentIndex: number; partial: AssistantMessage }
	| { type: "text_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
	| { type: "text_end"; contentIndex: number; content: string; partial: AssistantMessage }
	| { type: "thinking_start"; contentIndex: number; partial: AssistantMessage }
	| { type: "thinking_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
	| { type: "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
	| { type: "toolcall_start"; contentIndex: number; partial: AssistantMessage }
	| { type: "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
	| { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
	| { type: "image_end"; contentIndex: number; image: ImageContent; partial: AssistantMessage }
	| { type: "done"; reason: "stop" | "length" | "toolUse"; message: AssistantMessage }
	| { type: "error"; reason: "aborted" | "error"; error: AssistantMessage };

export type TerminalEvent = Extract<AssistantMessageEvent, { type: "done" | "error" }>;

export function isTerminal(event: AssistantMessageEvent): event is TerminalEvent {
	return event.type === "done" || event.type === "error";
}
