import type { AssistantContent, Context, ImageContent, TextContent, Tool, ToolChoice } from "@oh-my-pi/pi-ai/message";
import type { CacheRetention, StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { DecodedRequest, DecodeOptions } from "../format.ts";
import { imageOfUrl } from "../image.ts";
import { PastMessages } from "../past-messages.ts";
import { providerFieldOptions } from "../provider-fields.ts";
import {
	expected,
	type Fields,
	filledList,
	flag,
	list,
	name,
	optional,
	parseArguments,
	positive,
	record,
	text,
} from "../read-fields.ts";
import { budgetOptions, defined, effortOptions, samplingOptions } from "../shared-options.ts";

/** A request to `/v1/messages`. */
export function decodeAnthropic(body: Fields, { model, now, client }: DecodeOptions): DecodedRequest {
	const choice = optional(body.tool_choice, "tool_choice", record);
	const outputConfig = optional(body.output_config, "output_config", record) ?? {};
	const format = isRecord(outputConfig.format) ? outputConfig.format : undefined;
	const schema = format?.type === "json_schema" ? format.schema : undefined;
	const user = isRecord(body.metadata) && typeof body.metadata.user_id === "string" ? body.metadata.user_id : "";
	return {
		context: { ...decodeMessages(body, model, now), tools: decodeTools(body.tools) },
		options: defined({
			...samplingOptions({ ...body, stop: undefined }),
			...thinkingOptions(body, outputConfig),
			...providerFieldOptions(
				{
					parallelToolCalls: choice?.disable_parallel_tool_use === true ? false : undefined,
					responseFormat: schema ? { type: "json_schema", json_schema: { name: "answer", schema } } : undefined,
				},
				model,
			),
			maxTokens: optional(body.max_tokens, "max_tokens", positive),
			toolChoice: choice && toolChoice(choice),
			cacheRetention: cacheRetention(body),
			sessionId: user ? `${client}:${Bun.hash(user).toString(36)}` : client,
		}),
		isStreamed: optional(body.stream, "stream", flag) ?? false,
	};
}

function thinkingOptions({ thinking }: Fields, outputConfig: Fields): StreamOptions {
	const effort = effortOptions(outputConfig.effort, "output_config.effort");
	if (thinking === undefined || thinking === null) return effort;
	const { type, budget_tokens: budget } = record(thinking, "thinking");
	if (type === "disabled") return { disableReasoning: true };
	if (type === "adaptive") return { reasoning: "high", ...effort };
	if (type === "enabled") return { ...budgetOptions(positive(budget, "thinking.budget_tokens")), ...effort };
	throw expected("thinking.type", "enabled, adaptive or disabled");
}

function toolChoice(choice: Fields): ToolChoice {
	if (choice.type === "auto" || choice.type === "none" || choice.type === "any") return choice.type;
	if (choice.type === "tool") return { type: "tool", name: name(choice.name, "tool_choice.name") };
	throw expected("tool_choice.type", "auto, any, tool or none");
}

/** The longest that any mark asks for; without marks the provider's own rule. */
function cacheRetention(body: Fields): CacheRetention | undefined {
	const marks: unknown[] = [];
	const collect = (value: unknown) => {
		if (isRecord(value) && value.cache_control) marks.push(value.cache_control);
	};
	for (const part of [body.system, body.tools]) if (Array.isArray(part)) part.forEach(collect);
	if (Array.isArray(body.messages)) {
		for (const message of body.messages) {
			if (isRecord(message) && Array.isArray(message.content)) message.content.forEach(collect);
		}
	}
	collect(body);
	if (marks.length === 0) return undefined;
	return marks.some((mark) => isRecord(mark) && mark.ttl === "1h") ? "long" : "short";
}

function decodeMessages(body: Fields, model: DecodeOptions["model"], now: number): Context {
	const past = new PastMessages("anthropic-messages", model, now);
	filledList(body.messages, "messages").forEach((item, index) => {
		const path = `messages[${index}]`;
		const { role, content } = record(item, path);
		const blocks = typeof content === "string" ? [{ type: "text", text: content }] : list(content, `${path}.content`);
		if (role === "assistant")
			past.addAssistant(blocks.flatMap((block, at) => answerBlock(block, `${path}.content[${at}]`)));
		else if (role === "user") addUser(past, blocks, `${path}.content`);
		else throw expected(`${path}.role`, "user or assistant");
	});
	return { systemPrompt: decodeSystem(body.system), messages: past.messages };
}

function decodeSystem(value: unknown): string[] {
	if (value === undefined || value === null) return [];
	if (typeof value === "string") return [value];
	return list(value, "system").map((block, index) =>
		text(record(block, `system[${index}]`).text, `system[${index}].text`),
	);
}

function addUser(past: PastMessages, blocks: readonly unknown[], path: string): void {
	const content: Array<TextContent | ImageContent> = [];
	blocks.forEach((item, index) => {
		const at = `${path}[${index}]`;
		const block = record(item, at);
		if (block.type !== "tool_result") {
			content.push(inputBlock(block, at));
			return;
		}
		const inside = block.content ?? [];
		const parts = typeof inside === "string" ? [{ type: "text", text: inside }] : list(inside, `${at}.content`);
		const result = parts.map((part, number) => inputBlock(record(part, at), `${at}.content[${number}]`));
		const id = name(block.tool_use_id, `${at}.tool_use_id`);
		past.addResult(id, result, { isError: block.is_error === true, path: at });
	});
	past.addUser(content);
}

function inputBlock(block: Fields, path: string): TextContent | ImageContent {
	if (block.type === "text") return { type: "text", text: text(block.text, `${path}.text`) };
	const source = block.type === "image" || block.type === "document" ? record(block.source, `${path}.source`) : {};
	if (block.type === "document" && source.type === "text") {
		return { type: "text", text: text(source.data, `${path}.source.data`) };
	}
	if (block.type !== "image") throw expected(`${path}.type`, "text, image, tool_result or a document of text");
	if (source.type !== "base64") return imageOfUrl(String(source.url ?? ""), path);
	const mimeType = name(source.media_type, `${path}.source.media_type`);
	return { type: "image", mimeType, data: name(source.data, `${path}.source.data`) };
}

function answerBlock(item: unknown, path: string): AssistantContent[] {
	const block = record(item, path);
	switch (block.type) {
		case "text":
			return [{ type: "text", text: text(block.text, `${path}.text`) }];
		case "thinking": {
			const signature = optional(block.signature, `${path}.signature`, text);
			const thinking = text(block.thinking, `${path}.thinking`);
			return [{ type: "thinking", thinking, ...(signature && { thinkingSignature: signature }) }];
		}
		case "redacted_thinking":
			return [{ type: "redactedThinking", data: text(block.data, `${path}.data`) }];
		case "tool_use":
			return [
				{
					type: "toolCall",
					id: name(block.id, `${path}.id`),
					name: name(block.name, `${path}.name`),
					arguments: parseArguments(block.input, `${path}.input`),
				},
			];
		default:
			throw expected(`${path}.type`, "text, thinking, redacted_thinking or tool_use");
	}
}

function decodeTools(value: unknown): Tool[] {
	return (optional(value, "tools", list) ?? []).map((item, index) => {
		const path = `tools[${index}]`;
		const tool = record(item, path);
		if (tool.type !== undefined && tool.type !== null && tool.type !== "custom") {
			throw expected(`${path}.type`, '"custom" (the gateway has no tools of its own)');
		}
		const strict = optional(tool.strict, `${path}.strict`, flag);
		return {
			name: name(tool.name, `${path}.name`),
			description: optional(tool.description, `${path}.description`, text) ?? "",
			parameters: record(tool.input_schema, `${path}.input_schema`),
			...(strict !== undefined && { strict }),
		};
	});
}
