import { classifyFailure } from "../../errors/classify.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import type { StopReason } from "../../message.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import type { FrameEffect, ModelCall, WireFrame } from "../../protocol/protocol.ts";
import { ToolCallIds } from "../../replay/generated-id.ts";
import type { Reply } from "../../reply/reply.ts";
import type { WireChunk, WirePart, WireUsage } from "./wire.ts";

export interface State {
	readonly ids: ToolCallIds;
	ended: boolean;
}

export function start(call: Pick<ModelCall, "now">): State {
	return { ids: new ToolCallIds(call.now), ended: false };
}

export function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	return takeChunk(state, parseFrame<WireChunk>(frame), reply);
}

export function takeChunk(state: State, chunk: WireChunk, reply: Reply): FrameEffect {
	if (chunk.error) throw inStreamError(chunk.error);
	if (chunk.responseId) reply.message.responseId = chunk.responseId;
	takeUsage(reply, chunk.usageMetadata);
	const candidate = chunk.candidates?.[0];
	for (const part of candidate?.content?.parts ?? []) takePart(state, part, reply);
	if (candidate?.finishReason) takeStop(state, reply, candidate.finishReason, candidate.finishMessage);
	const blocked = chunk.promptFeedback?.blockReason;
	if (blocked) {
		state.ended = true;
		const reason = chunk.promptFeedback?.blockReasonMessage ?? blocked;
		reply.setStop("error", { type: blocked, message: `Content blocked: ${reason}` });
	}
	return state.ended ? "finishing" : undefined;
}

export function end(state: State): void {
	if (!state.ended) throw new ProviderError("transient", "Google's stream ended without a finish reason");
}

function takePart(state: State, part: WirePart, reply: Reply): void {
	if (part.functionCall) takeCall(state, part.functionCall, part.thoughtSignature, reply);
	else if (part.inlineData) reply.addImage({ type: "image", ...part.inlineData });
	else if (part.text !== undefined) {
		const key = part.thought ? "thinking" : "text";
		if (part.thought) reply.appendThinking(key, part.text);
		else reply.appendText(key, part.text);
		if (part.thoughtSignature) reply.sign(key, part.thoughtSignature);
	}
}

function takeCall(
	state: State,
	call: NonNullable<WirePart["functionCall"]>,
	thoughtSignature: string | undefined,
	reply: Reply,
): void {
	const id = state.ids.take(call.name, call.id);
	reply.openToolCall(id, { id, name: call.name, ...(thoughtSignature && { thoughtSignature }) });
	reply.appendArguments(id, JSON.stringify(call.args ?? {}));
	reply.close(id);
}

/** `FUNCTION_CALL` comes from compatible servers; Google's own send `STOP` after calls, too. */
const stopReasons: Record<string, StopReason> = { STOP: "stop", FUNCTION_CALL: "toolUse", MAX_TOKENS: "length" };

function takeStop(state: State, reply: Reply, reason: string, message: string | undefined): void {
	state.ended = true;
	const known = stopReasons[reason];
	if (known) reply.setStop(known);
	else reply.setStop("error", { type: reason, message: message ?? `The model stopped: ${reason}` });
}

function inStreamError(error: NonNullable<WireChunk["error"]>): ProviderError {
	const text = `Google stream error (${error.status ?? error.code ?? "unknown"}): ${error.message ?? "no message"}`;
	return new ProviderError(classifyFailure(error.code, text), text, { status: error.code });
}

function takeUsage(reply: Reply, usage: WireUsage | undefined): void {
	if (!usage) return;
	const cacheRead = usage.cachedContentTokenCount ?? 0;
	const thoughts = usage.thoughtsTokenCount ?? 0;
	reply.setUsage({
		input: Math.max(0, (usage.promptTokenCount ?? 0) - cacheRead),
		output: (usage.candidatesTokenCount ?? 0) + thoughts,
		cacheRead,
		...(thoughts > 0 && { reasoningTokens: thoughts }),
	});
	const tier = `${usage.serviceTier ?? ""} ${usage.trafficType ?? ""}`.toLowerCase();
	if (tier.includes("priority")) reply.priceFactor = 2;
	else if (tier.includes("flex")) reply.priceFactor = 0.5;
}
