import type { AssistantMessage, Context, ImageContent, Message, TextContent } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import type { Params } from "@oh-my-pi/pi-mcp/server/server-config";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { shownText } from "./shown-text.ts";

/** What a server wants to have written. */
export interface SamplingRequest {
	readonly context: Context;
	readonly maxTokens: number;
	readonly temperature?: number;
	readonly stopSequences?: readonly string[];
}

/** A refusal with a code of the protocol. */
export class SamplingError extends Error {
	readonly code: number;
	constructor(message: string, code = -32_602) {
		super(message);
		this.code = code;
	}
}

const usualMaxTokens = 1024;
const maxMessages = 1000;

/** Reads `sampling/createMessage`; throws a `SamplingError` for what we do not offer. */
export function samplingRequest(params: Params, model: Model, now: number): SamplingRequest {
	const { messages, systemPrompt, maxTokens, temperature, stopSequences, tools } = params;
	if (Array.isArray(tools) && tools.length > 0) throw new SamplingError("Sampling with tools is not supported");
	if (!Array.isArray(messages) || messages.length === 0) throw new SamplingError("messages must be a list");
	if (messages.length > maxMessages) throw new SamplingError(`More than ${maxMessages} messages`);
	const stops = Array.isArray(stopSequences) ? stopSequences.filter((stop) => typeof stop === "string") : [];
	const wanted = typeof maxTokens === "number" && maxTokens > 0 ? Math.floor(maxTokens) : usualMaxTokens;
	return {
		context: {
			...(typeof systemPrompt === "string" && systemPrompt !== "" && { systemPrompt: [systemPrompt] }),
			messages: messages.map((message) => readMessage(message, model, now)),
			tools: [],
		},
		maxTokens: Math.min(wanted, model.maxTokens || wanted),
		...(typeof temperature === "number" && { temperature }),
		...(stops.length > 0 && { stopSequences: stops }),
	};
}

function readMessage(message: unknown, model: Model, timestamp: number): Message {
	const { role, content } = isRecord(message) ? message : {};
	const blocks = (Array.isArray(content) ? content : [content]).map(readBlock);
	if (role === "user") return { role, content: blocks, attribution: "agent", timestamp };
	if (role !== "assistant") throw new SamplingError(`Unknown role: ${String(role)}`);
	const { api, provider, id } = model;
	const texts = blocks.filter((block): block is TextContent => block.type === "text");
	return { role, content: texts, api, provider, model: id, usage: emptyUsage(), stopReason: "stop", timestamp };
}

function readBlock(block: unknown): TextContent | ImageContent {
	const { type, text, data, mimeType } = isRecord(block) ? block : {};
	if (type === "text" && typeof text === "string") return { type, text };
	if (type === "image" && typeof data === "string" && typeof mimeType === "string") return { type, data, mimeType };
	throw new SamplingError(`Content of type "${String(type)}" is not supported`);
}

/** The request as the user sees it before it is sent. */
export function samplingQuestion(server: string, { context, maxTokens }: SamplingRequest, model: Model): string {
	const lines = context.messages.map((message) => {
		const { role, content } = message;
		const text = typeof content === "string" ? content : content.map(blockText).join(" ");
		return `${role}: ${text}`;
	});
	const system = context.systemPrompt?.map((text) => `system: ${text}`) ?? [];
	const transcript = shownText([...system, ...lines].join("\n"), 1500);
	return [
		`MCP server "${server}" wants to use your model`,
		`${selectorOf(model)} would answer this, in up to ${maxTokens} tokens that you pay for:`,
		"",
		transcript,
	].join("\n");
}

function blockText(block: { readonly type: string }): string {
	return "text" in block && typeof block.text === "string" ? block.text : `[${block.type}]`;
}

/** The reply as the protocol has it. */
export function samplingResult(reply: AssistantMessage): Params {
	if (reply.stopReason === "error" || reply.stopReason === "aborted") {
		throw new SamplingError(reply.errorMessage ?? "The model gave no answer", -32_603);
	}
	const text = reply.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
	return {
		role: "assistant",
		model: reply.model,
		content: { type: "text", text },
		stopReason: reply.stopReason === "length" ? "maxTokens" : "endTurn",
	};
}
