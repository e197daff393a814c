import { type ResolvedCompat, resolveCompat } from "../../../compat/resolve.ts";
import { classifyFailure } from "../../../errors/classify.ts";
import { upstreamMessage } from "../../../errors/http-failure.ts";
import { ProviderError } from "../../../errors/provider-error.ts";
import type { StopReason } from "../../../message.ts";
import { premiumRequestsOf } from "../../../protocol/initiator.ts";
import { parseFrame } from "../../../protocol/parse-frame.ts";
import type { FrameEffect, ModelCall, WireFrame } from "../../../protocol/protocol.ts";
import { priceFactorOf } from "../../../protocol/service-tier.ts";
import type { Reply } from "../../../reply/reply.ts";
import { detailText, ReasoningProofs } from "./reasoning-details.ts";
import { type TextOutput, textOutput } from "./text-output.ts";
import { ToolCallDeltas } from "./tool-call-deltas.ts";
import type { Chunk, WireContentPart, WireDelta, WireError, WireUsage } from "./wire.ts";

export interface State {
	readonly call: ModelCall;
	readonly compat: ResolvedCompat;
	output?: { readonly text: TextOutput; readonly calls: ToolCallDeltas };
	/** All reasoning so far, for hosts that repeat it in every delta. */
	reasoning: string;
	readonly proofs: ReasoningProofs;
	minted: number;
	finished: boolean;
	done: boolean;
}

export function start(call: ModelCall): State {
	const compat = resolveCompat(call.model);
	return { call, compat, reasoning: "", proofs: new ReasoningProofs(), minted: 0, finished: false, done: false };
}

export function step(state: State, frame: WireFrame, reply: Reply): FrameEffect {
	if (frame.data.startsWith("[DONE]")) {
		state.done = true;
		return "finished";
	}
	const chunk = parseFrame<Chunk>(frame);
	const choice = chunk.choices?.[0];
	const failure = chunk.error ?? choice?.error;
	if (failure) throw inStreamError(failure);
	if (chunk.id) reply.message.responseId ??= chunk.id;
	if (chunk.service_tier) reply.priceFactor = priceFactorOf(chunk.service_tier);
	const usage = chunk.usage ?? choice?.usage;
	if (usage) {
		takeUsage(reply, usage);
		if (state.compat.initiatorHeaders) reply.setUsage({ premiumRequests: premiumRequestsOf(state.call) });
	}
	const hasContent = choice?.delta ? takeDelta(state, reply, choice.delta) : false;
	if (choice?.finish_reason) {
		state.finished = true;
		takeFinish(reply, choice.finish_reason);
	}
	if (state.finished) return "finishing";
	return hasContent || usage ? undefined : "keep-alive";
}

export function end(state: State, reply: Reply): void {
	const broken = !state.finished && !(state.done && reply.hasContent);
	state.output?.text.end({ broken });
	// Calls that are still open in a broken stream are dropped later.
	if (broken) throw new ProviderError("transient", "The stream ended before the model had finished");
	state.output?.calls.closeAll();
	state.proofs.attach(reply);
	const { stop } = reply;
	if (stop?.reason === "length" && !reply.hasContent && state.call.model.provider === "ollama") {
		throw new ProviderError("context-overflow", "The prompt fills the whole context window of the local engine");
	}
	const callsTools = reply.message.content.some((block) => block.type === "toolCall");
	if (stop?.reason === "toolUse" && !callsTools) reply.setStop("stop");
}

function takeDelta(state: State, reply: Reply, delta: WireDelta): boolean {
	state.output ??= {
		text: textOutput(reply, state.compat.streamMarkupHealingPattern, () => mintId(state)),
		calls: new ToolCallDeltas(reply, state.call.now),
	};
	const { text, calls } = state.output;
	const reasoning = newReasoning(state, delta);
	const details = delta.reasoning_details ?? [];
	if (reasoning) {
		calls.closeComplete();
		state.proofs.begin(details, text);
		text.thinking(reasoning);
	}
	state.proofs.take(details, text, reply);
	let visible = "";
	for (const piece of splitDelta(delta)) {
		if (!piece.text) continue;
		visible += piece.text;
		calls.closeComplete();
		if (piece.thinking) text.thinking(piece.text);
		else text.text(piece.text);
	}
	for (const call of delta.tool_calls ?? []) calls.take(call, () => text.interrupt());
	return Boolean(reasoning || visible || delta.tool_calls?.length);
}

function newReasoning(state: State, delta: WireDelta): string {
	const reasoning =
		delta.reasoning_content || delta.reasoning || delta.reasoning_text || detailText(delta.reasoning_details ?? []);
	if (!reasoning || !state.compat.cumulativeReasoning) return reasoning;
	const known = state.reasoning;
	state.reasoning = reasoning.startsWith(known) ? reasoning : known + reasoning;
	return reasoning.startsWith(known) ? reasoning.slice(known.length) : reasoning;
}

/** The content in order; Mistral sends its thinking among it. */
function splitDelta({ content, refusal }: WireDelta): Array<{ text: string; thinking: boolean }> {
	if (typeof content === "string" && content) return [{ text: content, thinking: false }];
	if (!Array.isArray(content)) return [{ text: refusal ?? "", thinking: false }];
	return content.map((part: WireContentPart) => {
		if (part.thinking == null) return { text: part.text ?? "", thinking: false };
		const { thinking } = part;
		const text = typeof thinking === "string" ? thinking : thinking.map((inner) => inner.text ?? "").join("");
		return { text, thinking: true };
	});
}

function mintId(state: State): string {
	return `ptc_${state.call.now.toString(36)}_${++state.minted}`;
}

function inStreamError(failure: WireError | string): ProviderError {
	const error = typeof failure === "string" ? { message: failure } : failure;
	const status = [error.code, error.status_code].find(
		(code): code is number => typeof code === "number" && code >= 400,
	);
	const message = upstreamMessage(error) ?? error.message ?? "no message";
	return new ProviderError(
		classifyFailure(status, `${error.type ?? ""} ${error.code ?? ""} ${message}`),
		status ? `${status} ${message}` : message,
		{ status },
	);
}

const reasons: Record<string, StopReason> = {
	stop: "stop",
	length: "length",
	max_tokens: "length",
	model_context_window_exceeded: "length",
	tool_calls: "toolUse",
	function_call: "toolUse",
};

const refusals = new Set(["content_filter", "sensitive", "refusal"]);

/** Maps the host's finish reason. */
function takeFinish(reply: Reply, reason: string): void {
	if (refusals.has(reason)) {
		reply.setStop("error", { type: reason, message: "The provider withheld the answer (content filter)" });
	} else if (reason === "error" || reason === "network_error") {
		throw new ProviderError("transient", `The host stopped with "${reason}"`);
	} else reply.setStop(reasons[reason] ?? "stop");
}

/** Records the tokens. The prompt count includes the cached part; `output` includes the reasoning. */
function takeUsage(reply: Reply, usage: WireUsage): void {
	const prompt = usage.prompt_tokens ?? 0;
	const completion = usage.completion_tokens ?? 0;
	const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? undefined;
	const cacheRead =
		usage.prompt_tokens_details?.cached_tokens ??
		usage.prompt_cache_hit_tokens ??
		usage.cached_tokens ??
		usage.num_cached_tokens ??
		0;
	const cacheWrite = usage.prompt_tokens_details?.cache_write_tokens ?? 0;
	// Some hosts do not include reasoning in the completion count; only the total tells.
	const apart = reasoning !== undefined && usage.total_tokens === prompt + completion + reasoning;
	reply.setUsage({
		input: Math.max(0, prompt - cacheRead - cacheWrite),
		output: apart ? completion + reasoning : completion,
		cacheRead,
		cacheWrite,
		...(reasoning !== undefined && { reasoningTokens: reasoning }),
	});
	if (typeof usage.cost === "number") reply.chargedUsd = usage.cost;
}
