import { acceptsSampling } from "../../../compat/accepts-sampling.ts";
import { compatWhile, type ResolvedCompat } from "../../../compat/resolve.ts";
import type { ModelCall, WireRequest } from "../../../protocol/protocol.ts";
import { encodeSampling } from "../../../protocol/sampling.ts";
import { openAiServiceTier } from "../../../protocol/service-tier.ts";
import { escapesHarmony } from "../../../replay/harmony-text.ts";
import { callHalf, legalToolCallId, mistralToolCallId } from "../../../replay/tool-call-id.ts";
import { transformMessages } from "../../../replay/transform-messages.ts";
import { resolveEffort } from "../../../thinking/effort.ts";
import { buildCacheControl } from "../../anthropic-messages/cache-control.ts";
import { bearerHeaders } from "./headers.ts";
import { encodeMessages, type WireMessage } from "./messages.ts";
import { thinkingFields } from "./thinking.ts";
import { type ChosenTools, chooseTools, offeredTools } from "./tools.ts";

export function encode(call: ModelCall): WireRequest {
	const { model, options } = call;
	const effort = resolveEffort(model, options);
	const compat = compatWhile(model, { thinking: effort !== undefined });
	const chosen = chooseTools(options.toolChoice, offeredTools(call, compat), compat);
	const suppressed =
		(chosen.forced && (compat.disableReasoningOnForcedToolChoice ?? false)) ||
		(chosen.choice !== undefined && (compat.disableReasoningOnToolChoice ?? false));
	const thinks = effort !== undefined && !suppressed;
	const serviceTier = openAiServiceTier(model, options.serviceTier);
	const body: Record<string, unknown> = {
		model: routedId(call, compat),
		messages: encodeHistory(call, compat),
		stream: true,
		...(compat.supportsUsageInStreaming && { stream_options: { include_usage: true } }),
		...(compat.supportsStore && { store: false }),
		...maxTokensField(call, compat),
		...toolFields(call, chosen, compat),
		...thinkingFields(call, compat, effort, { suppressed }),
		...(acceptsSampling(model, { thinking: thinks }) && encodeSampling(options, samplingNames)),
		...(serviceTier && { service_tier: serviceTier }),
		...(options.stopSequences?.length && { stop: options.stopSequences }),
		...encodeRouting(compat),
		...compat.extraBody,
	};
	return { url: `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`, headers: bearerHeaders(call), body };
}

const samplingNames = {
	temperature: "temperature",
	topP: "top_p",
	topK: "top_k",
	minP: "min_p",
	presencePenalty: "presence_penalty",
	frequencyPenalty: "frequency_penalty",
	repetitionPenalty: "repetition_penalty",
};

function encodeHistory(call: ModelCall, compat: ResolvedCompat): WireMessage[] {
	const { model, context } = call;
	const history = transformMessages(context.messages, model, {
		// The host decides what happens to the model's own thinking; see the encoding of assistant messages.
		unsignedThinking: true,
		toolCallId: (id) => legalId(callHalf(id), compat),
		orphanResults: "drop",
	});
	const messages = encodeMessages(
		{ ...context, messages: history },
		{ model, compat, escapeHarmony: escapesHarmony(call) },
	);
	if (compat.cacheControlFormat === "anthropic") markCacheable(messages, call);
	return messages;
}

function legalId(id: string, compat: ResolvedCompat): string {
	return compat.requiresMistralToolIds ? mistralToolCallId(id) : legalToolCallId(id, /^[\x21-\x7e]{1,40}$/, 40);
}

/** A variant selects routing; an id with a variant keeps its own. */
function routedId({ model, options }: ModelCall, compat: ResolvedCompat): string {
	const variant = options.openrouterVariant?.replace(/^:/, "");
	const isPlain = !model.id.slice(model.id.lastIndexOf("/") + 1).includes(":");
	return compat.gateway === "openrouter" && variant && isPlain ? `${model.id}:${variant}` : model.id;
}

function maxTokensField({ model, options }: ModelCall, compat: ResolvedCompat): Record<string, number> {
	if (!compat.alwaysSendMaxTokens) {
		if (model.omitMaxOutputTokens) return {};
		// Optional fields would restrict the hosts that the gateway can choose.
		if (compat.gateway === "openrouter" && options.maxTokens === undefined) return {};
	}
	return { [compat.maxTokensField]: options.maxTokens ?? model.maxTokens };
}

function toolFields(call: ModelCall, chosen: ChosenTools, compat: ResolvedCompat): Record<string, unknown> {
	if (chosen.tools.length === 0) {
		const historyHasCalls = call.context.messages.some(
			(message) => message.role === "assistant" && message.content.some((block) => block.type === "toolCall"),
		);
		const needsList = compat.requiresToolsForToolHistory && call.context.tools === undefined && historyHasCalls;
		return needsList ? { tools: [] } : {};
	}
	const { choice } = chosen;
	return {
		tools: chosen.tools.map(({ tool, parameters, strict }) => ({
			type: "function",
			function: { name: tool.name, description: tool.description, parameters, ...(strict && { strict }) },
		})),
		...(choice && {
			tool_choice: typeof choice === "object" ? { type: "function", function: { name: choice.name } } : choice,
		}),
		...(compat.toolStream && { tool_stream: true }),
	};
}

function encodeRouting(compat: ResolvedCompat): Record<string, unknown> {
	return {
		...(compat.openRouterRouting && { provider: compat.openRouterRouting }),
		...(compat.vercelGatewayRouting && { providerOptions: { gateway: compat.vercelGatewayRouting } }),
	};
}

/** For Claude behind a gateway: marks the end of the system prompt and the last text for caching. */
function markCacheable(messages: WireMessage[], call: ModelCall): void {
	const cacheControl = buildCacheControl(call);
	if (!cacheControl) return;
	const isSystem = ({ role }: WireMessage) => role === "system" || role === "developer";
	const hasText = (message: WireMessage) => message.role !== "tool" && lastText(message) !== undefined;
	const marked = new Set([messages.findLast(isSystem), messages.findLast(hasText)]);
	for (const message of marked) {
		if (!message) continue;
		if (typeof message.content === "string") message.content = [{ type: "text", text: message.content }];
		const part = message.content.findLast((candidate) => candidate.type === "text");
		if (part?.type === "text") part.cache_control = cacheControl;
	}
}

function lastText(message: WireMessage): string | undefined {
	if (typeof message.content === "string") return message.content || undefined;
	const part = message.content.findLast((candidate) => candidate.type === "text");
	return part?.type === "text" ? part.text : undefined;
}
