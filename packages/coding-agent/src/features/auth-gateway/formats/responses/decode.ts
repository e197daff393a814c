import type { AssistantContent, Context, ImageContent, TextContent, Tool } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { buildSessionId, decodeFunction } from "../chat/decode.ts";
import { type DecodedRequest, type DecodeOptions, RequestError } from "../format.ts";
import { imageOfUrl } from "../image.ts";
import { PastMessages } from "../past-messages.ts";
import { providerFieldOptions } from "../provider-fields.ts";
import {
	expected,
	type Fields,
	flag,
	list,
	name,
	optional,
	parseArguments,
	positive,
	record,
	text,
} from "../read-fields.ts";
import { defined, effortOptions, functionChoice, samplingOptions } from "../shared-options.ts";
import type { ResponseMemory } from "./response-memory.ts";

/** A request to `/v1/responses`. */
export function decodeResponses(
	body: Fields,
	{ model, now, client }: DecodeOptions,
	memory: ResponseMemory,
): DecodedRequest {
	const reasoning = optional(body.reasoning, "reasoning", record) ?? {};
	const items = inputItems(body, client, memory);
	const context = { ...decodeInput(body, items, model, now), tools: decodeTools(body.tools) };
	if (context.messages.length === 0) throw expected("input", "a text or a list that is not empty");
	const format = isRecord(body.text) && isRecord(body.text.format) ? body.text.format : undefined;
	return {
		context,
		options: defined({
			...samplingOptions({ ...body, stop: undefined }),
			...effortOptions(reasoning.effort, "reasoning.effort"),
			...providerFieldOptions(
				{
					responseFormat: format && format.type !== "text" ? nestedFormat(format) : undefined,
					parallelToolCalls: optional(body.parallel_tool_calls, "parallel_tool_calls", flag),
				},
				model,
			),
			maxTokens: optional(body.max_output_tokens, "max_output_tokens", positive),
			toolChoice: functionChoice(body.tool_choice, "tool_choice"),
			sessionId: buildSessionId(body, client),
		}),
		isStreamed: optional(body.stream, "stream", flag) ?? false,
		items,
	};
}

/** The whole conversation: what the request refers to, then what it brings. */
function inputItems(body: Fields, client: string, memory: ResponseMemory): readonly unknown[] {
	const { input } = body;
	const requested = typeof input === "string" ? [{ role: "user", content: input }] : list(input ?? [], "input");
	const items = requested.map((item, index) => {
		if (!isRecord(item) || item.type !== "item_reference") return item;
		const id = name(item.id, `input[${index}].id`);
		const found = memory.findItem(client, id);
		if (!found) throw forgotten(`input[${index}]`, id);
		return found;
	});
	const previous = optional(body.previous_response_id, "previous_response_id", text);
	if (!previous) return items;
	const before = memory.findConversation(client, previous);
	if (!before) throw forgotten("previous_response_id", previous);
	return [...before, ...items];
}

function forgotten(path: string, id: string): RequestError {
	return new RequestError(
		`${path}: ${id} is not remembered (the gateway keeps the last answers until it restarts); send the whole input`,
	);
}

function decodeInput(body: Fields, items: readonly unknown[], model: DecodeOptions["model"], now: number): Context {
	const instructions = optional(body.instructions, "instructions", text);
	const systemPrompt = instructions ? [instructions] : [];
	const past = new PastMessages("openai-responses", model, now);
	items.forEach((value, index) => {
		const path = `input[${index}]`;
		const item = record(value, path);
		const { type = "message" } = item;
		if (type === "message") decodeMessage(item, path, past, systemPrompt);
		else if (type === "reasoning") past.addAssistant(decodeReasoning(item));
		else if (type === "function_call") {
			const id = name(item.call_id, `${path}.call_id`);
			const args = parseArguments(item.arguments, `${path}.arguments`);
			past.addAssistant([{ type: "toolCall", id, name: name(item.name, `${path}.name`), arguments: args }]);
		} else if (type === "function_call_output") {
			const id = name(item.call_id, `${path}.call_id`);
			past.addResult(id, decodeContent(item.output, `${path}.output`), { isError: false, path });
		} else throw expected(`${path}.type`, "message, reasoning, function_call, function_call_output or item_reference");
	});
	return { systemPrompt, messages: past.messages };
}

function decodeMessage(item: Fields, path: string, past: PastMessages, systemPrompt: string[]): void {
	const content = decodeContent(item.content, `${path}.content`);
	const output = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
	if (item.role === "user") past.addUser(content);
	else if (item.role === "assistant") past.addAssistant(output ? [{ type: "text", text: output }] : []);
	else if (item.role === "system" || item.role === "developer") {
		if (past.messages.length === 0) systemPrompt.push(output);
		else past.addDeveloper(output);
	} else throw expected(`${path}.role`, "user, assistant, system or developer");
}

function decodeContent(value: unknown, path: string): Array<TextContent | ImageContent> {
	if (typeof value === "string") return value === "" ? [] : [{ type: "text", text: value }];
	return list(value, path).map((item, index) => {
		const at = `${path}[${index}]`;
		const part = record(item, at);
		if (part.type === "input_text" || part.type === "output_text" || part.type === "text") {
			return { type: "text", text: text(part.text, `${at}.text`) };
		}
		if (part.type === "refusal") return { type: "text", text: text(part.refusal, `${at}.refusal`) };
		if (part.type === "input_image") return imageOfUrl(text(part.image_url, `${at}.image_url`), at);
		throw expected(`${at}.type`, "input_text, input_image, output_text or refusal");
	});
}

/** The item itself is the signature, where the model's API is the same. */
function decodeReasoning(item: Fields): AssistantContent[] {
	const { signature, ...original } = item;
	const parts = Array.isArray(item.summary) ? item.summary : [];
	const thinking = parts.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join("\n\n");
	if (!thinking && !item.encrypted_content && signature === undefined) return [];
	const own = typeof signature === "string" ? signature : undefined;
	const thinkingSignature = own ?? (item.encrypted_content ? JSON.stringify(original) : undefined);
	return [{ type: "thinking", thinking, ...(thinkingSignature && { thinkingSignature }) }];
}

function decodeTools(value: unknown): Tool[] {
	return (optional(value, "tools", list) ?? []).map((item, index) => {
		const path = `tools[${index}]`;
		const tool = record(item, path);
		if (tool.type !== "function") throw expected(`${path}.type`, '"function" (the gateway has no tools of its own)');
		return decodeFunction(tool, path);
	});
}

/** As OpenAI chat writes it. */
function nestedFormat({ type, ...inner }: Fields): Fields {
	return type === "json_schema" ? { type, json_schema: inner } : { type, ...inner };
}
