import type { AssistantMessage, Context, Message, Tool, ToolResultMessage, UserMessage } from "../message.ts";
import type { Model } from "../model.ts";
import type { ModelCall } from "../protocol.ts";
import type { StreamOptions } from "../stream-options.ts";
import { emptyUsage } from "../usage.ts";

/** Short ways to write the histories and calls that the request tests encode. */

export const user = (content: UserMessage["content"]): UserMessage => ({ role: "user", content, timestamp: 0 });

export const assistantOf =
	(model: Model) =>
	(content: AssistantMessage["content"], extra: Partial<AssistantMessage> = {}): AssistantMessage => ({
		role: "assistant",
		content,
		api: model.api,
		provider: model.provider,
		model: model.id,
		usage: emptyUsage(),
		stopReason: "stop",
		timestamp: 0,
		...extra,
	});

export const result = (
	toolCallId: string,
	text: string,
	extra: Partial<ToolResultMessage> = {},
): ToolResultMessage => ({
	role: "toolResult",
	toolCallId,
	toolName: "read",
	content: [{ type: "text", text }],
	isError: false,
	timestamp: 0,
	...extra,
});

export const readTool: Tool = {
	name: "read",
	description: "Reads a file",
	parameters: {
		type: "object",
		properties: { path: { type: "string" }, limit: { type: "integer" } },
		required: ["path"],
	},
};

export const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };

export const callTo =
	(model: Model) =>
	(
		context: Context | readonly Message[],
		options: StreamOptions = {},
		overrides: Partial<Model> & { env?: ModelCall["env"] } = {},
	): ModelCall => {
		const { env = {}, ...changes } = overrides;
		return {
			model: { ...model, ...changes },
			context: "messages" in context ? context : { messages: context },
			options,
			apiKey: "sk-test",
			env,
			now: 0,
			memory: new Map(),
		};
	};
