import type { AssistantMessage, StopReason, Usage } from "@oh-my-pi/pi-ai/message";
import { joinText, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ServerEvent } from "../../../../http-service/event-stream.ts";
import { describeFailure } from "../failure.ts";
import type { Failure, ReplyEncoder, ReplyFacts } from "../format.ts";
import type { Fields } from "../read-fields.ts";

export function chatError({ kind, message }: Failure): unknown {
	const code = kind === "billing_error" ? "insufficient_quota" : kind === "not_found_error" ? "model_not_found" : null;
	return { error: { message, type: kind, param: null, code } };
}

/** A whole `chat.completion`. */
export function encodeChat(message: AssistantMessage, { model }: Fields, { id, createdAt }: ReplyFacts): unknown {
	const calls = toolCallsOf(message).map((call) => ({
		id: call.id,
		type: "function",
		function: { name: call.name, arguments: JSON.stringify(call.arguments) },
	}));
	const output = joinText(message.content);
	const thinking = thinkingOf(message);
	return {
		id: `chatcmpl-${id}`,
		object: "chat.completion",
		created: seconds(createdAt),
		model,
		system_fingerprint: null,
		choices: [
			{
				index: 0,
				message: {
					role: "assistant",
					content: output === "" && calls.length > 0 ? null : output,
					refusal: null,
					...(thinking && { reasoning_content: thinking }),
					...(calls.length > 0 && { tool_calls: calls }),
				},
				finish_reason: finishReason(message.stopReason),
				logprobs: null,
			},
		],
		usage: chatUsage(message.usage),
	};
}

/** The chunks of a `chat.completion.chunk` stream. */
export class ChatEncoder implements ReplyEncoder {
	readonly #head: Readonly<Record<string, unknown>>;
	readonly #withUsage: boolean;
	/** By place in the message: its number among the calls, and how much of its arguments was sent. */
	readonly #calls = new Map<number, { readonly index: number; sent: number }>();
	#isBegun = false;

	constructor({ model, stream_options: streamOptions }: Fields, { id, createdAt }: ReplyFacts) {
		this.#head = {
			id: `chatcmpl-${id}`,
			object: "chat.completion.chunk",
			created: seconds(createdAt),
			model,
			system_fingerprint: null,
		};
		this.#withUsage = isRecord(streamOptions) && streamOptions.include_usage === true;
	}

	encode(event: AssistantMessageEvent): readonly ServerEvent[] {
		const events = this.#chunks(event);
		if (this.#isBegun || events.length === 0 || event.type === "error") return events;
		this.#isBegun = true;
		return [this.#chunk({ role: "assistant", content: "" }), ...events];
	}

	#chunks(event: AssistantMessageEvent): ServerEvent[] {
		switch (event.type) {
			case "text_delta":
				return [this.#chunk({ content: event.delta })];
			case "thinking_delta":
				return [this.#chunk({ reasoning_content: event.delta })];
			case "toolcall_start": {
				const call = event.partial.content[event.contentIndex];
				const index = this.#calls.size;
				this.#calls.set(event.contentIndex, { index, sent: 0 });
				if (call?.type !== "toolCall") return [];
				const begun = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
				return [this.#chunk({ tool_calls: [begun] })];
			}
			case "toolcall_delta":
				return this.#arguments(event.contentIndex, event.delta);
			case "toolcall_end":
				// A call without arguments has no delta.
				if (this.#calls.get(event.contentIndex)?.sent !== 0) return [];
				return this.#arguments(event.contentIndex, JSON.stringify(event.toolCall.arguments));
			case "done":
				return [
					this.#chunk({}, finishReason(event.reason)),
					...(this.#withUsage
						? [{ data: JSON.stringify({ ...this.#head, choices: [], usage: chatUsage(event.message.usage) }) }]
						: []),
					{ data: "[DONE]" },
				];
			case "error":
				return [{ data: JSON.stringify(chatError(describeFailure(event.error))) }];
			default:
				return [];
		}
	}

	#arguments(contentIndex: number, delta: string): ServerEvent[] {
		const call = this.#calls.get(contentIndex);
		if (!call) return [];
		call.sent += delta.length;
		return [this.#chunk({ tool_calls: [{ index: call.index, function: { arguments: delta } }] })];
	}

	#chunk(delta: unknown, finish: string | null = null): ServerEvent {
		const choices = [{ index: 0, delta, finish_reason: finish, logprobs: null }];
		return { data: JSON.stringify({ ...this.#head, choices, ...(this.#withUsage && { usage: null }) }) };
	}
}

function finishReason(reason: StopReason): string {
	switch (reason) {
		case "length":
			return "length";
		case "toolUse":
			return "tool_calls";
		case "error":
		case "aborted":
			return "content_filter";
		default:
			return "stop";
	}
}

function chatUsage({ input, output, cacheRead, cacheWrite, reasoningTokens }: Usage) {
	const prompt = input + cacheRead + cacheWrite;
	return {
		prompt_tokens: prompt,
		completion_tokens: output,
		total_tokens: prompt + output,
		prompt_tokens_details: { cached_tokens: cacheRead },
		...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
	};
}

export function thinkingOf({ content }: AssistantMessage): string {
	return content.map((block) => (block.type === "thinking" ? block.thinking : "")).join("");
}

export function seconds(ms: number): number {
	return Math.floor(ms / 1000);
}
