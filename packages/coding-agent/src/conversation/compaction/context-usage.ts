import type { Model } from "@oh-my-pi/pi-ai/model";
import type { RequestParts } from "../context/context-tokens.ts";
import { estimateText, estimateTools } from "../context/estimate-tokens.ts";
import { compactionThreshold, inputLimit, type ThresholdPolicy } from "./threshold.ts";

export interface ContextUsage {
	readonly tokens: number;
	readonly contextWindow: number;
	/** `null` before anything was said, and where the window is not known. */
	readonly percent: number | null;
}

/** How full the window is; `tokens` is what the meter says about the parts. */
export function contextUsage(
	parts: RequestParts & { readonly model: Model | undefined },
	tokens: number,
): ContextUsage {
	const contextWindow = parts.model?.contextWindow ?? 0;
	const percent = contextWindow === 0 || parts.messages.length === 0 ? null : (tokens / contextWindow) * 100;
	return { tokens, contextWindow, percent };
}

/** Where the tokens are; the parts add up to the window. */
export interface ContextBreakdown {
	readonly systemPrompt: number;
	readonly tools: number;
	readonly memory: number;
	readonly messages: number;
	readonly free: number;
	/** Kept free for compaction. */
	readonly reserve: number;
}

/** `memory` is the part of the system prompt that tells what is remembered from other sessions. */
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
	// What the provider counted beyond our estimates is what was said; prompt and tools do not grow.
	const messages = parts.messages.length === 0 ? 0 : Math.max(0, tokens - systemPrompt - tools - memoryTokens);
	const reserve = Math.max(0, limit - compactionThreshold(limit, policy));
	const used = systemPrompt + tools + memoryTokens + messages;
	return { systemPrompt, tools, memory: memoryTokens, messages, free: Math.max(0, limit - reserve - used), reserve };
}
