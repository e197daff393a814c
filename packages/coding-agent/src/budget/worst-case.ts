import type { AssistantMessage, Context, Message, Tool } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";

/** No tokenizer needs more: prose has about 4 bytes a token, numbers and base64 down to 1.5. */
const bytesPerToken = 1.5;
/** System prompt and tool descriptions are prose and JSON. */
const overheadBytesPerToken = 2.5;
const tokensPerMessage = 16;
const tokensPerImage = 6000;
const tokensPerRequest = 512;

/** A request that the provider has counted. */
export interface CountedPrompt {
	readonly messages: number;
	readonly bytes: number;
	readonly tokens: number;
}

/** The size of a request in bytes, before images. */
export interface RequestSize {
	readonly overheadBytes: number;
	readonly messageBytes: readonly number[];
	readonly images: number;
}

export function measureContext({ systemPrompt = [], tools = [], messages }: Context): RequestSize {
	const overhead = systemPrompt.reduce((sum, block) => sum + byteLength(block), 0) + sum(tools.map(toolBytes));
	return {
		overheadBytes: overhead,
		messageBytes: messages.map(messageBytes),
		images: sum(messages.map(imageCount)),
	};
}

/** The most tokens the prompt can have: what the provider counted before, plus what is new since. */
export function promptTokensAtMost(size: RequestSize, counted: CountedPrompt | undefined): number {
	const messages = size.messageBytes;
	const all =
		tokensPerRequest +
		Math.ceil(size.overheadBytes / overheadBytesPerToken) +
		Math.ceil(sum(messages) / bytesPerToken) +
		messages.length * tokensPerMessage +
		size.images * tokensPerImage;
	if (!counted || counted.messages > messages.length) return all;
	if (counted.bytes !== bytesUpTo(size, counted.messages)) return all;
	const later = messages.slice(counted.messages);
	const isNew = Math.ceil(sum(later) / bytesPerToken) + later.length * tokensPerMessage;
	// Images among the earlier ones are counted already; to tell which are new is not worth it.
	return Math.min(all, counted.tokens + isNew + (later.length > 0 ? size.images * tokensPerImage : 0));
}

/** Identifies the beginning of a request: the same bytes are taken for the same text. */
export function bytesUpTo(size: RequestSize, messages: number): number {
	return size.overheadBytes + sum(size.messageBytes.slice(0, messages));
}

/** The most that a processing tier can multiply the price with. */
export function tierFactor({ api, id }: Pick<Model, "api" | "id">, { serviceTier }: StreamOptions): number {
	if (serviceTier === undefined || ["none", "default", "flex"].includes(serviceTier)) return 1;
	return api === "anthropic-messages" || /claude/i.test(id) ? 6 : 2;
}

/** The most tokens that a reply which was cut off can have had, by what arrived of it and how long it took. */
export function repliedTokensAtMost(reply: AssistantMessage, model: Model, elapsedMs: number): number {
	const bytes = sum(reply.content.map((block) => blockBytes(block)));
	// Hidden thinking is billed too; nobody generates faster than this.
	const unseen = model.reasoning ? Math.ceil(elapsedMs * hiddenTokensPerMs) : 0;
	return Math.max(reply.usage.output, Math.ceil(bytes / bytesPerToken), bytes === 0 ? unseen : 0);
}

const hiddenTokensPerMs = 0.2;

const known = new WeakMap<Message, number>();
const knownTools = new WeakMap<Tool, number>();

function messageBytes(message: Message): number {
	const before = known.get(message);
	if (before !== undefined) return before;
	const { content } = message;
	const items = message.role === "user" ? message.providerItems?.items : undefined;
	const payload = message.role === "assistant" ? message.providerPayload : undefined;
	const bytes =
		(typeof content === "string" ? byteLength(content) : sum(content.map((block) => blockBytes(block)))) +
		jsonBytes(items) +
		jsonBytes(payload);
	known.set(message, bytes);
	return bytes;
}

type Block = Exclude<Message["content"], string>[number];

function blockBytes(block: Block): number {
	switch (block.type) {
		case "text":
			return byteLength(block.text);
		case "thinking":
			return byteLength(block.thinking);
		case "redactedThinking":
			return byteLength(block.data);
		case "toolCall":
			return byteLength(block.name) + jsonBytes(block.arguments);
		case "image":
			return 0;
	}
}

function imageCount({ content }: Message): number {
	return typeof content === "string" ? 0 : content.filter(({ type }) => type === "image").length;
}

function toolBytes(tool: Tool): number {
	const before = knownTools.get(tool);
	if (before !== undefined) return before;
	const bytes = byteLength(tool.name) + byteLength(tool.description) + jsonBytes(tool.parameters);
	knownTools.set(tool, bytes);
	return bytes;
}

function jsonBytes(value: unknown): number {
	return value === undefined ? 0 : byteLength(JSON.stringify(value) ?? "");
}

function byteLength(text: string): number {
	return Buffer.byteLength(text, "utf8");
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, count) => total + count, 0);
}
