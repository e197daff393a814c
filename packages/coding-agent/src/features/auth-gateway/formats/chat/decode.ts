import type { AssistantContent, Context, ImageContent, TextContent, Tool } from "@oh-my-pi/pi-ai/message";
import type { DecodedRequest, DecodeOptions } from "../format.ts";
import { RequestError } from "../format.ts";
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
	number,
	optional,
	parseArguments,
	positive,
	record,
	text,
} from "../read-fields.ts";
import { defined, effortOptions, functionChoice, samplingOptions } from "../shared-options.ts";

/** A request to `/v1/chat/completions`. */
export function decodeChat(body: Fields, { model, now, client }: DecodeOptions): DecodedRequest {
	if (typeof body.n === "number" && body.n > 1) throw new RequestError("n: the gateway gives one answer");
	return {
		context: { ...decodeMessages(body, model, now), tools: decodeTools(body.tools) },
		options: defined({
			...samplingOptions(body),
			...effortOptions(body.reasoning_effort ?? optionalEffort(body.reasoning), "reasoning_effort"),
			...providerFieldOptions(
				{
					seed: optional(body.seed, "seed", number),
					logitBias: body.logit_bias ?? undefined,
					responseFormat: optional(body.response_format, "response_format", record),
					parallelToolCalls: optional(body.parallel_tool_calls, "parallel_tool_calls", flag),
					user: optional(body.user, "user", text),
				},
				model,
			),
			maxTokens:
				optional(body.max_completion_tokens, "max_completion_tokens", positive) ??
				optional(body.max_tokens, "max_tokens", positive),
			toolChoice: functionChoice(body.tool_choice, "tool_choice"),
			sessionId: buildSessionId(body, client),
		}),
		isStreamed: optional(body.stream, "stream", flag) ?? false,
	};
}

/** Requests with the same key or user stay with one account, whose cache has the prompt. */
export function buildSessionId({ prompt_cache_key: key, user }: Fields, client: string): string {
	const named = typeof key === "string" ? key : typeof user === "string" ? user : "";
	return named ? `${client}:${Bun.hash(named).toString(36)}` : client;
}

/** OpenRouter's form. */
function optionalEffort(value: unknown): unknown {
	return typeof value === "object" && value !== null ? (value as Fields).effort : undefined;
}

function decodeMessages(body: Fields, model: DecodeOptions["model"], now: number): Context {
	const systemPrompt: string[] = [];
	const past = new PastMessages("openai-completions", model, now);
	filledList(body.messages, "messages").forEach((item, index) => {
		const path = `messages[${index}]`;
		const message = record(item, path);
		const { role } = message;
		if (role === "system" || role === "developer") {
			const prompt = joinTexts(message.content, `${path}.content`);
			if (past.messages.length === 0) systemPrompt.push(prompt);
			else past.addDeveloper(prompt);
		} else if (role === "user") past.addUser(decodeContent(message.content, `${path}.content`));
		else if (role === "assistant") past.addAssistant(decodeAnswer(message, path));
		else if (role === "tool") {
			const content = decodeContent(message.content, `${path}.content`);
			past.addResult(name(message.tool_call_id, `${path}.tool_call_id`), content, { isError: false, path });
		} else throw expected(`${path}.role`, "system, developer, user, assistant or tool");
	});
	return { systemPrompt, messages: past.messages };
}

function decodeContent(value: unknown, path: string): Array<TextContent | ImageContent> {
	if (typeof value === "string") return value === "" ? [] : [{ type: "text", text: value }];
	return list(value, path).map((item, index) => {
		const at = `${path}[${index}]`;
		const part = record(item, at);
		if (part.type === "text") return { type: "text", text: text(part.text, `${at}.text`) };
		if (part.type !== "image_url") throw expected(`${at}.type`, "text or image_url");
		const image = record(part.image_url, `${at}.image_url`);
		const detail = image.detail === "low" || image.detail === "high" ? image.detail : undefined;
		return { ...imageOfUrl(text(image.url, `${at}.image_url.url`), at), ...(detail && { detail }) };
	});
}

function joinTexts(value: unknown, path: string): string {
	return decodeContent(value, path)
		.map((part) => (part.type === "text" ? part.text : ""))
		.join("\n");
}

function decodeAnswer(message: Fields, path: string): AssistantContent[] {
	const content: AssistantContent[] = [];
	const reasoning = message.reasoning_content ?? message.reasoning;
	if (typeof reasoning === "string" && reasoning) content.push({ type: "thinking", thinking: reasoning });
	const output = optional(message.content, `${path}.content`, joinTexts);
	if (output) content.push({ type: "text", text: output });
	const calls = optional(message.tool_calls, `${path}.tool_calls`, list) ?? [];
	calls.forEach((item, index) => {
		const at = `${path}.tool_calls[${index}]`;
		const call = record(item, at);
		const called = record(call.function, `${at}.function`);
		content.push({
			type: "toolCall",
			id: name(call.id, `${at}.id`),
			name: name(called.name, `${at}.function.name`),
			arguments: parseArguments(called.arguments, `${at}.function.arguments`),
		});
	});
	return content;
}

function decodeTools(value: unknown): Tool[] {
	return (optional(value, "tools", list) ?? []).map((item, index) => {
		const path = `tools[${index}]`;
		const tool = record(item, path);
		if (tool.type !== undefined && tool.type !== "function") throw expected(`${path}.type`, '"function"');
		return decodeFunction(record(tool.function, `${path}.function`), `${path}.function`);
	});
}

/** A function as OpenAI describes it. */
export function decodeFunction(described: Fields, path: string): Tool {
	const strict = optional(described.strict, `${path}.strict`, flag);
	return {
		name: name(described.name, `${path}.name`),
		description: optional(described.description, `${path}.description`, text) ?? "",
		parameters: optional(described.parameters, `${path}.parameters`, record) ?? { type: "object", properties: {} },
		...(strict !== undefined && { strict }),
	};
}
