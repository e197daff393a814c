import { resolveCompat } from "../../compat/resolve.ts";
import { classifyFailure } from "../../errors/classify.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import type { StopReason } from "../../message.ts";
import { premiumRequestsOf } from "../../protocol/initiator.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import type { FrameEffect, ModelCall, WireFrame } from "../../protocol/protocol.ts";
import type { Reply } from "../../reply/reply.ts";
import { speedFactor } from "./speed.ts";

export interface State {
	readonly call: ModelCall;
	begun: boolean;
	stopped: boolean;
}

export function start(call: ModelCall): State {
	return { call, begun: false, stopped: false };
}

export function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	const event = parseFrame<StreamEvent>(frame);
	switch (event.type) {
		case "ping":
			return "keep-alive";
		case "error":
			throw inStreamError(event.error);
		case "message_start":
			if (state.begun && event.message.id && event.message.id !== reply.message.responseId) {
				throw new ProviderError("transient", "Anthropic stream began another message before the first had ended");
			}
			state.begun = true;
			if (event.message.id) reply.message.responseId = event.message.id;
			takeUsage(state, reply, event.message.usage);
			if (resolveCompat(state.call.model).initiatorHeaders) {
				reply.setUsage({ premiumRequests: premiumRequestsOf(state.call) });
			}
			return undefined;
		case "content_block_start":
			if (!state.begun) throw new ProviderError("transient", "Anthropic stream began without message_start");
			openBlock(reply, event.index, event.content_block);
			return undefined;
		case "content_block_delta":
			takeDelta(reply, event.index, event.delta);
			return undefined;
		case "content_block_stop":
			reply.close(event.index);
			return undefined;
		case "message_delta":
			takeStop(reply, event.delta.stop_reason);
			takeUsage(state, reply, event.usage);
			return undefined;
		case "message_stop":
			state.stopped = true;
			return undefined;
		default:
			return undefined;
	}
}

export function end(state: State): void {
	if (!state.stopped) throw new ProviderError("transient", "Anthropic stream ended before message_stop");
}

function openBlock(
	reply: Reply,
	index: number,
	block: Extract<StreamEvent, { type: "content_block_start" }>["content_block"],
) {
	switch (block.type) {
		case "text":
			reply.openText(index);
			reply.appendText(index, block.text ?? "");
			break;
		case "thinking":
			reply.openThinking(index);
			reply.appendThinking(index, block.thinking ?? "");
			break;
		case "redacted_thinking":
			reply.addRedactedThinking(block.data);
			break;
		case "tool_use":
			reply.openToolCall(index, block);
			if (block.input && Object.keys(block.input).length > 0) reply.appendArguments(index, JSON.stringify(block.input));
			break;
	}
}

function takeDelta(reply: Reply, index: number, delta: Extract<StreamEvent, { type: "content_block_delta" }>["delta"]) {
	switch (delta.type) {
		case "text_delta":
			reply.appendText(index, delta.text);
			break;
		case "thinking_delta":
			reply.appendThinking(index, delta.thinking);
			break;
		case "signature_delta":
			reply.signThinking(index, delta.signature);
			break;
		case "input_json_delta":
			reply.appendArguments(index, delta.partial_json);
			break;
	}
}

function takeStop(reply: Reply, reason: string | null | undefined): void {
	if (!reason) return;
	if (reason === "refusal" || reason === "sensitive") {
		reply.setStop("error", { type: reason, message: "The model refused to answer" });
	} else reply.setStop(stopReasons[reason] ?? "stop");
}

const stopReasons: Record<string, StopReason> = {
	max_tokens: "length",
	model_context_window_exceeded: "length",
	tool_use: "toolUse",
};

function takeUsage({ call }: State, reply: Reply, usage: WireUsage | undefined): void {
	if (!usage) return;
	if (usage.speed) reply.priceFactor = speedFactor(call.model, usage.speed);
	reply.setUsage({
		...(usage.input_tokens != null && { input: usage.input_tokens }),
		...(usage.output_tokens != null && { output: usage.output_tokens }),
		...(usage.output_tokens_details?.thinking_tokens != null && {
			reasoningTokens: usage.output_tokens_details.thinking_tokens,
		}),
		...(usage.cache_read_input_tokens != null && { cacheRead: usage.cache_read_input_tokens }),
		...(usage.cache_creation_input_tokens != null && { cacheWrite: usage.cache_creation_input_tokens }),
	});
}

function inStreamError(error: { type?: string; message?: string }): ProviderError {
	const text = `Anthropic stream error (${error.type ?? "unknown"}): ${error.message ?? "no message"}`;
	return new ProviderError(classifyFailure(undefined, text), text);
}

interface WireUsage {
	input_tokens?: number | null;
	output_tokens?: number | null;
	cache_read_input_tokens?: number | null;
	cache_creation_input_tokens?: number | null;
	output_tokens_details?: { thinking_tokens?: number | null } | null;
	speed?: string;
}

type ContentBlock =
	| { type: "text"; text?: string }
	| { type: "thinking"; thinking?: string }
	| { type: "redacted_thinking"; data: string }
	| { type: "tool_use"; id: string; name: string; input?: Record<string, unknown> };

type Delta =
	| { type: "text_delta"; text: string }
	| { type: "thinking_delta"; thinking: string }
	| { type: "signature_delta"; signature: string }
	| { type: "input_json_delta"; partial_json: string };

/** The relevant events of a streamed message; others are ignored. */
type StreamEvent =
	| { type: "ping" }
	| { type: "error"; error: { type?: string; message?: string } }
	| { type: "message_start"; message: { id?: string; usage?: WireUsage } }
	| { type: "content_block_start"; index: number; content_block: ContentBlock }
	| { type: "content_block_delta"; index: number; delta: Delta }
	| { type: "content_block_stop"; index: number }
	| { type: "message_delta"; delta: { stop_reason?: string | null }; usage?: WireUsage }
	| { type: "message_stop" };
