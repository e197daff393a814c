import type {
	AssistantMessage,
	Context,
	DeveloperMessage,
	ImageContent,
	TextContent,
	Tool,
	ToolCall,
	ToolResultMessage,
	UserMessage,
} from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ModelCall } from "@oh-my-pi/pi-ai/protocol/protocol";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";

/** Shorthands for the histories in request tests. */
export function user(content: UserMessage["content"]): UserMessage {
	return { role: "user", content, timestamp: 0 };
}

export function developer(content: DeveloperMessage["content"]): DeveloperMessage {
	return { role: "developer", content, timestamp: 0 };
}

/** A turn of the given model. */
export function assistant(
	model: Pick<Model, "api" | "provider" | "id">,
	content: AssistantMessage["content"],
	extra: Partial<AssistantMessage> = {},
): AssistantMessage {
	return {
		role: "assistant",
		content,
		api: model.api,
		provider: model.provider,
		model: model.id,
		usage: emptyUsage(),
		stopReason: content.some((block) => block.type === "toolCall") ? "toolUse" : "stop",
		timestamp: 0,
		...extra,
	};
}

export function toolCall(id: string, args: Record<string, unknown> = {}, extra: Partial<ToolCall> = {}): ToolCall {
	return { type: "toolCall", id, name: "read", arguments: args, ...extra };
}

export function toolResult(
	toolCallId: string,
	content: string | Array<TextContent | ImageContent>,
	extra: Partial<ToolResultMessage> = {},
): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId,
		toolName: "read",
		content: typeof content === "string" ? [{ type: "text", text: content }] : content,
		isError: false,
		timestamp: 0,
		...extra,
	};
}

export const image: ImageContent = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };

export const readTool: Tool = {
	name: "read",
	description: "Reads a file",
	parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

export function modelCall(model: Model, context: Context, options: StreamOptions = {}): ModelCall {
	return { model, context, options, apiKey: "test-key", env: {}, now: 1000 };
}
