import type { AssistantContent, AssistantMessage, Usage } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import type { ServerEvent } from "../../../../http-service/event-stream.ts";
import { chatError, seconds } from "../chat/encode.ts";
import { describeFailure } from "../failure.ts";
import type { ReplyEncoder, ReplyFacts } from "../format.ts";
import type { Fields } from "../read-fields.ts";

/** A whole response. */
export function encodeResponse(message: AssistantMessage, { model }: Fields, reply: ReplyFacts): Fields {
	const isCut = message.stopReason === "length";
	return {
		...responseHead(model, reply),
		status: isCut ? "incomplete" : "completed",
		output: outputItems(message, reply),
		usage: responseUsage(message.usage),
		incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
	};
}

function responseHead(model: unknown, { id, createdAt }: ReplyFacts) {
	return { id: `resp_${id}`, object: "response", created_at: seconds(createdAt), model, error: null };
}

/** The items of an answer, with the ids that its events had. */
export function outputItems({ content }: AssistantMessage, reply: ReplyFacts): Fields[] {
	return content.flatMap((block, index) => {
		const item = outputItem(block, index, reply);
		return item ? [item] : [];
	});
}

function outputItem(block: AssistantContent, index: number, reply: ReplyFacts): Fields | undefined {
	const id = itemId(block, index, reply);
	switch (block.type) {
		case "text":
			return {
				...{ type: "message", id, role: "assistant", status: "completed" },
				content: [{ type: "output_text", text: block.text, annotations: [], logprobs: [] }],
			};
		case "thinking":
			return {
				...{ type: "reasoning", id, summary: block.thinking ? [{ type: "summary_text", text: block.thinking }] : [] },
				...(findEncrypted(block.thinkingSignature) && { encrypted_content: findEncrypted(block.thinkingSignature) }),
			};
		case "toolCall":
			return {
				...{ type: "function_call", id, status: "completed" },
				...{ call_id: block.id, name: block.name, arguments: JSON.stringify(block.arguments) },
			};
		default:
			return undefined;
	}
}

const prefixes: Readonly<Record<string, string>> = { text: "msg", thinking: "rs", toolCall: "fc" };

function itemId({ type }: AssistantContent, index: number, { id }: ReplyFacts): string {
	return `${prefixes[type] ?? "item"}_${id}_${index}`;
}

/** A Responses API's own reasoning has it inside of the signature. */
function findEncrypted(signature: string | undefined): string | undefined {
	if (!signature?.startsWith("{")) return undefined;
	try {
		const { encrypted_content: encrypted } = JSON.parse(signature) as Fields;
		return typeof encrypted === "string" ? encrypted : undefined;
	} catch {
		// The signature of another API.
		return undefined;
	}
}

export function responseUsage({ input, output, cacheRead, cacheWrite, reasoningTokens = 0 }: Usage) {
	const prompt = input + cacheRead + cacheWrite;
	return {
		input_tokens: prompt,
		input_tokens_details: { cached_tokens: cacheRead },
		output_tokens: output,
		output_tokens_details: { reasoning_tokens: reasoningTokens },
		total_tokens: prompt + output,
	};
}

/** The events of a streamed response. */
export class ResponseEncoder implements ReplyEncoder {
	readonly #body: Fields;
	readonly #reply: ReplyFacts;
	/** Number in the output, by place in our message. */
	readonly #open = new Map<number, { readonly index: number; readonly id: string; sent: number }>();
	readonly #onDone: (message: AssistantMessage) => void;
	#sequence = 0;
	#items = 0;
	#isBegun = false;

	constructor(body: Fields, reply: ReplyFacts, onDone: (message: AssistantMessage) => void) {
		this.#body = body;
		this.#reply = reply;
		this.#onDone = onDone;
	}

	encode(event: AssistantMessageEvent): readonly ServerEvent[] {
		if (event.type === "start") return [];
		const begin = this.#isBegun ? [] : this.#begin();
		this.#isBegun = true;
		return [...begin, ...this.#events(event)];
	}

	#begin(): ServerEvent[] {
		const response = {
			...responseHead(this.#body.model, this.#reply),
			...{ status: "in_progress", output: [], usage: null, incomplete_details: null },
		};
		return [this.#event("response.created", { response }), this.#event("response.in_progress", { response })];
	}

	#events(event: Exclude<AssistantMessageEvent, { type: "start" }>): ServerEvent[] {
		switch (event.type) {
			case "text_start":
			case "thinking_start":
			case "toolcall_start":
				return this.#add(event.contentIndex, event.partial.content[event.contentIndex]);
			case "text_delta":
				return this.#grow(event.contentIndex, "response.output_text.delta", {
					...{ content_index: 0, delta: event.delta, logprobs: [] },
				});
			case "thinking_delta":
				return this.#grow(event.contentIndex, "response.reasoning_summary_text.delta", {
					...{ summary_index: 0, delta: event.delta },
				});
			case "toolcall_delta":
				return this.#arguments(event.contentIndex, event.delta);
			case "text_end":
			case "thinking_end":
			case "toolcall_end":
				return this.#close(event.contentIndex, event.partial.content[event.contentIndex]);
			case "image_end":
				return [];
			case "done": {
				this.#onDone(event.message);
				const response = encodeResponse(event.message, this.#body, this.#reply);
				const name = event.reason === "length" ? "response.incomplete" : "response.completed";
				return [this.#event(name, { response })];
			}
			case "error":
				return this.#fail(event.error);
		}
	}

	#fail(message: AssistantMessage): ServerEvent[] {
		const failure = describeFailure(message);
		const { error } = chatError(failure) as { error: { code: string | null } };
		const code = error.code ?? (failure.kind === "rate_limit_error" ? "rate_limit_exceeded" : "server_error");
		const response = {
			...responseHead(this.#body.model, this.#reply),
			...{ status: "failed", output: outputItems(message, this.#reply), usage: responseUsage(message.usage) },
			...{ incomplete_details: null, error: { code, message: failure.message } },
		};
		return [this.#event("response.failed", { response })];
	}

	#add(contentIndex: number, block: AssistantContent | undefined): ServerEvent[] {
		if (!block) return [];
		const index = this.#items++;
		const id = itemId(block, contentIndex, this.#reply);
		this.#open.set(contentIndex, { index, id, sent: 0 });
		const at = { item_id: id, output_index: index };
		switch (block.type) {
			case "text":
				return [
					this.#added(index, { type: "message", id, role: "assistant", status: "in_progress", content: [] }),
					this.#event("response.content_part.added", { ...at, content_index: 0, part: textPart("") }),
				];
			case "thinking":
				return [
					this.#added(index, { type: "reasoning", id, summary: [] }),
					this.#event("response.reasoning_summary_part.added", { ...at, summary_index: 0, part: summaryPart("") }),
				];
			case "toolCall": {
				const call = { call_id: block.id, name: block.name, arguments: "" };
				return [this.#added(index, { type: "function_call", id, status: "in_progress", ...call })];
			}
			default:
				return [];
		}
	}

	#added(index: number, item: Fields): ServerEvent {
		return this.#event("response.output_item.added", { output_index: index, item });
	}

	#grow(contentIndex: number, type: string, fields: Fields): ServerEvent[] {
		const open = this.#open.get(contentIndex);
		return open ? [this.#event(type, { item_id: open.id, output_index: open.index, ...fields })] : [];
	}

	#arguments(contentIndex: number, delta: string): ServerEvent[] {
		const open = this.#open.get(contentIndex);
		if (open) open.sent += delta.length;
		return this.#grow(contentIndex, "response.function_call_arguments.delta", { delta });
	}

	#close(contentIndex: number, block: AssistantContent | undefined): ServerEvent[] {
		const open = this.#open.get(contentIndex);
		const item = block && outputItem(block, contentIndex, this.#reply);
		if (!open || !item) return [];
		const at = { item_id: open.id, output_index: open.index };
		const done = () => this.#event("response.output_item.done", { output_index: open.index, item });
		switch (block.type) {
			case "text":
				return [
					this.#event("response.output_text.done", { ...at, content_index: 0, text: block.text, logprobs: [] }),
					this.#event("response.content_part.done", { ...at, content_index: 0, part: textPart(block.text) }),
					done(),
				];
			case "thinking":
				return [
					this.#event("response.reasoning_summary_text.done", { ...at, summary_index: 0, text: block.thinking }),
					this.#event("response.reasoning_summary_part.done", {
						...{ ...at, summary_index: 0, part: summaryPart(block.thinking) },
					}),
					done(),
				];
			case "toolCall": {
				const text = JSON.stringify(block.arguments);
				const rest = open.sent === 0 ? this.#arguments(contentIndex, text) : [];
				return [
					...rest,
					this.#event("response.function_call_arguments.done", { ...at, name: block.name, arguments: text }),
					done(),
				];
			}
			default:
				return [];
		}
	}

	#event(type: string, fields: Fields): ServerEvent {
		return { event: type, data: JSON.stringify({ type, sequence_number: this.#sequence++, ...fields }) };
	}
}

function textPart(text: string) {
	return { type: "output_text", text, annotations: [], logprobs: [] };
}

function summaryPart(text: string) {
	return { type: "summary_text", text };
}
