import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model";
import { estimateMessages, estimateText, estimateTools, type ImageBilling } from "./estimate-tokens.ts";

/** All that the next request is made of. */
export interface RequestParts {
	readonly model: Pick<Model, "id" | "api"> | undefined;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	readonly messages: readonly AgentMessage[];
}

export interface Measures {
	/** The estimate for all messages. */
	readonly estimateAll: (messages: readonly AgentMessage[], billing: ImageBilling) => number;
	/** Measured by estimated tokens of the last turn. */
	readonly ratio: number;
	/** Replies whose usage speaks of a context that is no more. */
	readonly isStale: (reply: AssistantMessage) => boolean;
}

/** How large the context is: what the provider counted last, and estimates for all that came after. */
export function contextTokens(parts: RequestParts, measures: Measures): number {
	const { messages } = parts;
	const measuredAt = messages.findLastIndex((message) => isMeasure(message) && !measures.isStale(message));
	const measure = messages[measuredAt];
	if (!measure || !isMeasure(measure)) return Math.ceil(estimateRequest(parts, measures) * measures.ratio);
	const later = estimateMessages(messages.slice(measuredAt + 1), imageBilling(parts.model));
	return measuredTokens(measure) + Math.ceil(later * measures.ratio);
}

export function estimateRequest(parts: RequestParts, { estimateAll }: Pick<Measures, "estimateAll">): number {
	return estimateOverhead(parts) + estimateAll(parts.messages, imageBilling(parts.model));
}

/** What is sent whatever is said: system prompt and tools. */
export function estimateOverhead({ systemPrompt, tools }: Pick<RequestParts, "systemPrompt" | "tools">): number {
	return systemPrompt.reduce((sum, block) => sum + estimateText(block), 0) + estimateTools(tools);
}

/** The whole context as its provider counted it when this reply had been given. */
export function measuredTokens({ usage, contextSnapshot }: AssistantMessage): number {
	// A snapshot leaves out what the provider's own tools used and nobody sends again.
	const prompt = contextSnapshot?.promptTokens ?? usage.input + usage.cacheRead + usage.cacheWrite;
	return prompt + usage.output;
}

export function imageBilling(model: Pick<Model, "id" | "api"> | undefined): ImageBilling {
	return model && (model.api === "anthropic-messages" || /claude/i.test(model.id)) ? "by-area" : "flat";
}

/** True for a reply that came to its end and says what it cost; some hosts never say. */
export function isMeasure(message: AgentMessage): message is AssistantMessage {
	if (message.role !== "assistant") return false;
	return message.stopReason !== "error" && message.stopReason !== "aborted" && measuredTokens(message) > 0;
}
