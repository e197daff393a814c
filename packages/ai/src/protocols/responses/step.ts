import { resolveCompat } from "../../compat/resolve.ts";
import { classifyFailure } from "../../errors/classify.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { retryAfterMs } from "../../errors/retry-after.ts";
import { premiumRequestsOf } from "../../protocol/initiator.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import type { FrameEffect, ModelCall, WireFrame } from "../../protocol/protocol.ts";
import { priceFactorOf } from "../../protocol/service-tier.ts";
import type { Reply } from "../../reply/reply.ts";
import { OutputItems } from "./items.ts";
import type { StreamEvent, WireError, WireResponse, WireUsage } from "./wire.ts";

export interface State {
	readonly call: ModelCall;
	/** Checks each fragment of a call's input. */
	readonly watchInput?: (delta: string) => void;
	items?: OutputItems;
	finished: boolean;
}

export function start(call: ModelCall): State {
	return { call, finished: false };
}

export function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	if (frame.data.startsWith("[DONE]")) return "finished";
	const event = parseFrame<StreamEvent>(frame);
	state.items ??= new OutputItems(reply);
	const { items } = state;
	switch (event.type) {
		case "response.created":
			if (event.response.id) reply.message.responseId = event.response.id;
			return "keep-alive";
		case "response.output_item.added":
			items.begin(event, event.item);
			return undefined;
		case "response.output_item.done":
			items.end(event, event.item);
			return undefined;
		case "response.reasoning_summary_part.added":
			items.nextSummaryPart(event);
			return undefined;
		case "response.reasoning_summary_text.delta":
		case "response.reasoning_text.delta":
			items.thinking(event, event.delta ?? "");
			return undefined;
		case "response.output_text.delta":
		case "response.refusal.delta":
			items.text(event, event.delta ?? "");
			return undefined;
		case "response.output_text.done":
			items.wholeText(event, event.text ?? "");
			return undefined;
		case "response.function_call_arguments.delta":
		case "response.custom_tool_call_input.delta":
			state.watchInput?.(event.delta ?? "");
			items.input(event, event.delta ?? "");
			return undefined;
		case "response.function_call_arguments.done":
			items.wholeInput(event, event.arguments ?? "");
			return undefined;
		case "response.custom_tool_call_input.done":
			items.wholeInput(event, event.input ?? "");
			return undefined;
		case "response.completed":
		case "response.done":
		case "response.incomplete":
		case "response.failed":
		case "response.cancelled":
			finish(state, items, event.response, reply, event.type);
			return "finished";
		case "error":
			throw toProviderError(event.error ?? event, state.call.now);
		default:
			return "keep-alive";
	}
}

export function end(state: State): void {
	if (!state.finished) throw new ProviderError("transient", "The stream closed before the response was complete");
}

function finish(state: State, items: OutputItems, response: WireResponse, reply: Reply, type: string): void {
	if (response.id) reply.message.responseId = response.id;
	const status = type === "response.incomplete" ? "incomplete" : (response.status ?? "completed");
	if (type === "response.failed" || status === "failed") throw toProviderError(response.error ?? {}, state.call.now);
	if (type === "response.cancelled" || status === "cancelled") {
		throw new ProviderError("transient", "The provider cancelled the response");
	}
	// Hosts that stream no items send them all here.
	if (!reply.hasContent) {
		for (const [output_index, item] of (response.output ?? []).entries()) items.end({ output_index }, item);
	}
	state.finished = true;
	if (response.usage) takeUsage(state, reply, response.usage);
	reply.priceFactor = priceFactorOf(response.service_tier);
	if (status === "incomplete") takeIncomplete(reply, response);
	else reply.setStop("stop");
}

function takeUsage({ call }: State, reply: Reply, usage: WireUsage): void {
	const cacheRead = usage.input_tokens_details?.cached_tokens ?? 0;
	const cacheWrite = usage.input_tokens_details?.cache_write_tokens ?? 0;
	const reasoningTokens = usage.output_tokens_details?.reasoning_tokens;
	reply.setUsage({
		input: Math.max(0, (usage.input_tokens ?? 0) - cacheRead - cacheWrite),
		output: usage.output_tokens ?? 0,
		cacheRead,
		cacheWrite,
		...(reasoningTokens != null && { reasoningTokens }),
		...(resolveCompat(call.model).initiatorHeaders && { premiumRequests: premiumRequestsOf(call) }),
	});
}

/** An answer that the provider marks as incomplete. */
function takeIncomplete(reply: Reply, response: WireResponse): void {
	const reason = response.incomplete_details?.reason ?? "unknown";
	if (reason === "content_filter") {
		reply.setStop("error", { type: reason, message: "The provider withheld the answer (content filter)" });
	} else reply.setStop("length");
}

/** An error reported in the stream. */
function toProviderError(error: WireError, now: number): ProviderError {
	const message = error.message || "The provider reported a failure without a message";
	const words = `${error.code ?? ""} ${error.type ?? ""} ${message}`;
	return new ProviderError(classifyFailure(undefined, words), error.code ? `${error.code}: ${message}` : message, {
		retryAfterMs: retryAfterMs(new Headers(), message, now),
	});
}
