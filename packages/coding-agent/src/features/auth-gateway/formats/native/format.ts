import type { Message, Tool } from "@oh-my-pi/pi-ai/message";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { sharedOptions } from "@oh-my-pi/pi-ai/protocols/pi-native/shared-options";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ServerEvent } from "../../../../http-service/event-stream.ts";
import { withoutOrigin } from "../failure.ts";
import { type DecodedRequest, type DecodeOptions, type Failure, type Format, RequestError } from "../format.ts";
import { expected, type Fields, filledList, list, name, optional, record, text } from "../read-fields.ts";

/** Our own: a context as it is, and the events of the answer as they are. */
export const nativeFormat: Format = {
	modelId({ modelId, model }) {
		const id = modelId ?? (isRecord(model) ? model.id : undefined);
		if (typeof id === "string" && id !== "") return id;
		throw new RequestError("Missing `modelId` (or `model.id`) field");
	},
	decode: decodeNative,
	encoder: ({ partial }) => {
		const partials = partial === "starts" || partial === false ? "starts" : "all";
		return { encode: (event) => encodeEvent(event, partials) };
	},
	whole: (message) => ({ message }),
	errorBody: ({ kind, message }: Failure) => ({ error: { type: kind, message } }),
	// The client sees what kind of failure it was, as if it had asked the provider itself.
	streamsFailures: true,
};

function decodeNative(body: Fields, { client }: DecodeOptions): DecodedRequest {
	const context = record(body.context, "context");
	const prompt = optional(context.systemPrompt, "context.systemPrompt", list) ?? [];
	const tools = optional(context.tools, "context.tools", list) ?? [];
	return {
		context: {
			systemPrompt: prompt.map((block, index) => text(block, `context.systemPrompt[${index}]`)),
			messages: filledList(context.messages, "context.messages").map(decodeMessage),
			tools: tools.map(decodeTool),
		},
		options: decodeOptions(optional(body.options, "options", record) ?? {}, client),
		isStreamed: body.stream !== false,
	};
}

/** Only options about the answer; what else a client sends could change where requests go. */
function decodeOptions(options: Fields, client: string): StreamOptions {
	const known = Object.fromEntries(
		sharedOptions.flatMap((option) => (options[option] === undefined ? [] : [[option, options[option]]])),
	) as StreamOptions;
	return { ...known, sessionId: known.sessionId === undefined ? client : `${client}:${known.sessionId}` };
}

const roles = new Set(["user", "developer", "assistant", "toolResult"]);

/** The form is checked as far as code of ours would stumble over it. */
function decodeMessage(value: unknown, index: number): Message {
	const path = `context.messages[${index}]`;
	const message = record(value, path);
	if (!roles.has(String(message.role))) throw expected(`${path}.role`, [...roles].join(", "));
	const isText = typeof message.content === "string" && message.role !== "assistant" && message.role !== "toolResult";
	const blocks = isText ? [] : list(message.content, `${path}.content`);
	for (const [at, block] of blocks.entries()) checkBlock(block, `${path}.content[${at}]`);
	if (message.role === "toolResult") {
		name(message.toolCallId, `${path}.toolCallId`);
		name(message.toolName, `${path}.toolName`);
	}
	if (message.role === "assistant") {
		for (const field of ["api", "provider", "model", "stopReason"]) text(message[field], `${path}.${field}`);
		record(message.usage, `${path}.usage`);
	}
	return message as unknown as Message;
}

function checkBlock(value: unknown, path: string): void {
	const block = record(value, path);
	switch (block.type) {
		case "text":
			text(block.text, `${path}.text`);
			return;
		case "thinking":
			text(block.thinking, `${path}.thinking`);
			return;
		case "redactedThinking":
			text(block.data, `${path}.data`);
			return;
		case "image":
			text(block.data, `${path}.data`);
			text(block.mimeType, `${path}.mimeType`);
			return;
		case "toolCall":
			name(block.id, `${path}.id`);
			name(block.name, `${path}.name`);
			record(block.arguments, `${path}.arguments`);
			return;
		default:
			throw expected(`${path}.type`, "text, thinking, redactedThinking, image or toolCall");
	}
}

function decodeTool(value: unknown, index: number): Tool {
	const path = `context.tools[${index}]`;
	const tool = record(value, path);
	name(tool.name, `${path}.name`);
	text(tool.description, `${path}.description`);
	record(tool.parameters, `${path}.parameters`);
	return tool as unknown as Tool;
}

/** The message so far goes with every event, or only with those that begin something. */
function encodeEvent(event: AssistantMessageEvent, partials: "all" | "starts"): ServerEvent[] {
	const shown = withCleanError(event);
	const isStart = event.type === "start" || event.type.endsWith("_start");
	const sent = partials === "all" || isStart || !("partial" in shown) ? shown : { ...shown, partial: undefined };
	const data: ServerEvent = { data: JSON.stringify(sent) };
	return event.type === "done" || event.type === "error" ? [data, { data: "[DONE]" }] : [data];
}

function withCleanError(event: AssistantMessageEvent): AssistantMessageEvent {
	if (event.type !== "error" || !event.error.errorMessage) return event;
	return { ...event, error: { ...event.error, errorMessage: withoutOrigin(event.error.errorMessage) } };
}
