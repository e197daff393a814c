import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { RequestParts } from "../context/context-tokens.ts";
import { estimateText, estimateTools } from "../context/estimate-tokens.ts";
import { compactionThreshold, inputLimit, type ThresholdPolicy } from "./threshold.ts";

export interface ContextUsage {
	readonly tokens: number;
	readonly contextWindow: number;
	/** `null` when the window is unknown. */
	readonly percent: number | null;
}

/** How full the window is; `tokens` comes from the context meter. */
export function contextUsage(
	parts: RequestParts & { readonly model: Model | undefined },
	tokens: number,
): ContextUsage {
	const contextWindow = parts.model?.contextWindow ?? 0;
	const percent = contextWindow === 0 ? null : (tokens / contextWindow) * 100;
	return { tokens, contextWindow, percent };
}

/** Tokens by part; the parts add up to the window. */
export interface ContextBreakdown {
	readonly systemPrompt: number;
	readonly tools: number;
	readonly memory: number;
	readonly messages: number;
	readonly free: number;
	/** Reserved for compaction. */
	readonly reserve: number;
}

/** `memory` is the part of the system prompt that comes from other sessions. */
export function contextBreakdown(
	parts: RequestParts & { readonly model: Model },
	tokens: number,
	policy: ThresholdPolicy,
	memory = "",
): ContextBreakdown {
	const limit = inputLimit(parts.model);
	const memoryTokens = estimateText(memory);
	const systemPrompt = parts.systemPrompt.reduce((sum, block) => sum + estimateText(block), 0) - memoryTokens;
	const tools = estimateTools(parts.tools);
	// Prompt and tools are fixed, so the difference to the provider's count belongs to the messages.
	const messages = parts.messages.length === 0 ? 0 : Math.max(0, tokens - systemPrompt - tools - memoryTokens);
	const reserve = Math.max(0, limit - compactionThreshold(limit, policy));
	const used = systemPrompt + tools + memoryTokens + messages;
	return { systemPrompt, tools, memory: memoryTokens, messages, free: Math.max(0, limit - reserve - used), reserve };
}
