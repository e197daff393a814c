import type { AssistantContent, AssistantMessage, StopReason, Usage } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import type { ServerEvent } from "../../../../http-service/event-stream.ts";
import { describeFailure } from "../failure.ts";
import type { Failure, ReplyEncoder, ReplyFacts } from "../format.ts";
import type { Fields } from "../read-fields.ts";

export function anthropicError({ kind, message }: Failure): unknown {
	// Its clients know no other name for it.
	const type = kind === "upstream_error" ? "api_error" : kind;
	return { type: "error", error: { type, message } };
}

/** A whole message. */
export function encodeAnthropic(message: AssistantMessage, { model }: Fields, { id }: ReplyFacts): unknown {
	return {
		id: `msg_${id}`,
		type: "message",
		role: "assistant",
		model,
		content: message.content.flatMap(encodeBlock),
		stop_reason: stopReason(message.stopReason),
		stop_sequence: null,
		usage: anthropicUsage(message.usage),
	};
}

function encodeBlock(block: AssistantContent): unknown[] {
	switch (block.type) {
		case "text":
			return [{ type: "text", text: block.text, citations: null }];
		case "thinking":
			return [{ type: "thinking", thinking: block.thinking, signature: block.thinkingSignature ?? "" }];
		case "redactedThinking":
			return [{ type: "redacted_thinking", data: block.data }];
		case "toolCall":
			return [{ type: "tool_use", id: block.id, name: block.name, input: block.arguments }];
		case "image":
			// The API has no images in answers.
			return [];
	}
}

interface OpenBlock {
	readonly index: number;
	sentArguments: number;
}

/** The events of a streamed message. */
export class AnthropicEncoder implements ReplyEncoder {
	readonly #message: Readonly<Record<string, unknown>>;
	/** By place in our message. */
	readonly #open = new Map<number, OpenBlock>();
	#isBegun = false;
	#blocks = 0;
	/** Places below this were sent. */
	#sent = 0;

	constructor({ model }: Fields, { id }: ReplyFacts) {
		this.#message = { id: `msg_${id}`, type: "message", role: "assistant", model, content: [] };
	}

	encode(event: AssistantMessageEvent): readonly ServerEvent[] {
		if (event.type === "start") return [];
		if (event.type === "error") return [named("error", anthropicError(describeFailure(event.error)) as Fields)];
		const message = event.type === "done" ? event.message : event.partial;
		const begin = this.#isBegun ? [] : [this.#start(message)];
		this.#isBegun = true;
		return [...begin, ...this.#events(event)];
	}

	#start({ usage }: AssistantMessage): ServerEvent {
		const empty = { stop_reason: null, stop_sequence: null, usage: { ...anthropicUsage(usage), output_tokens: 0 } };
		return named("message_start", { message: { ...this.#message, ...empty } });
	}

	#events(event: Exclude<AssistantMessageEvent, { type: "start" | "error" }>): ServerEvent[] {
		switch (event.type) {
			case "text_start":
				return this.#begin(event, { type: "text", text: "", citations: null });
			case "thinking_start":
				return this.#begin(event, { type: "thinking", thinking: "", signature: "" });
			case "toolcall_start": {
				const call = event.partial.content[event.contentIndex];
				if (call?.type !== "toolCall") return [];
				return this.#begin(event, { type: "tool_use", id: call.id, name: call.name, input: {} });
			}
			case "text_delta":
				return this.#delta(event.contentIndex, { type: "text_delta", text: event.delta });
			case "thinking_delta":
				return this.#delta(event.contentIndex, { type: "thinking_delta", thinking: event.delta });
			case "toolcall_delta":
				return this.#arguments(event.contentIndex, event.delta);
			case "thinking_end": {
				const block = event.partial.content[event.contentIndex];
				const signature = block?.type === "thinking" ? block.thinkingSignature : undefined;
				const signed = signature ? this.#delta(event.contentIndex, { type: "signature_delta", signature }) : [];
				return [...signed, ...this.#end(event.contentIndex)];
			}
			case "toolcall_end": {
				const isEmpty = this.#open.get(event.contentIndex)?.sentArguments === 0;
				const rest = isEmpty ? this.#arguments(event.contentIndex, JSON.stringify(event.toolCall.arguments)) : [];
				return [...rest, ...this.#end(event.contentIndex)];
			}
			case "text_end":
				return this.#end(event.contentIndex);
			case "image_end":
				return [];
			case "done":
				return [
					...this.#hidden(event.message, event.message.content.length),
					named("message_delta", {
						delta: { stop_reason: stopReason(event.reason), stop_sequence: null },
						usage: anthropicUsage(event.message.usage),
					}),
					named("message_stop", {}),
				];
		}
	}

	#begin(
		{ contentIndex, partial }: { readonly contentIndex: number; readonly partial: AssistantMessage },
		block: unknown,
	): ServerEvent[] {
		const before = this.#hidden(partial, contentIndex);
		const index = this.#blocks++;
		this.#open.set(contentIndex, { index, sentArguments: 0 });
		this.#sent = contentIndex + 1;
		return [...before, named("content_block_start", { index, content_block: block })];
	}

	/** Redacted thinking has no events of its own. */
	#hidden({ content }: AssistantMessage, end: number): ServerEvent[] {
		const blocks = content.slice(this.#sent, end).filter((block) => block.type === "redactedThinking");
		this.#sent = Math.max(this.#sent, end);
		return blocks.flatMap(({ data }) => {
			const index = this.#blocks++;
			const block = { type: "redacted_thinking", data };
			return [named("content_block_start", { index, content_block: block }), named("content_block_stop", { index })];
		});
	}

	#arguments(contentIndex: number, delta: string): ServerEvent[] {
		const open = this.#open.get(contentIndex);
		if (open) open.sentArguments += delta.length;
		return this.#delta(contentIndex, { type: "input_json_delta", partial_json: delta });
	}

	#delta(contentIndex: number, delta: unknown): ServerEvent[] {
		const open = this.#open.get(contentIndex);
		return open ? [named("content_block_delta", { index: open.index, delta })] : [];
	}

	#end(contentIndex: number): ServerEvent[] {
		const open = this.#open.get(contentIndex);
		this.#open.delete(contentIndex);
		return open ? [named("content_block_stop", { index: open.index })] : [];
	}
}

function named(type: string, fields: Fields): ServerEvent {
	return { event: type, data: JSON.stringify({ type, ...fields }) };
}

function stopReason(reason: StopReason): string {
	switch (reason) {
		case "length":
			return "max_tokens";
		case "toolUse":
			return "tool_use";
		case "error":
		case "aborted":
			return "refusal";
		default:
			return "end_turn";
	}
}

function anthropicUsage({ input, output, cacheRead, cacheWrite }: Usage) {
	return {
		input_tokens: input,
		output_tokens: output,
		cache_read_input_tokens: cacheRead,
		cache_creation_input_tokens: cacheWrite,
	};
}
