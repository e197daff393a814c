import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { estimateMessages, estimateText, estimateTools, type ImageBilling } from "./estimate-tokens.ts";

/** Everything the next request is made of. */
export interface RequestParts {
	readonly model: Pick<Model, "id" | "api"> | undefined;
	readonly systemPrompt: readonly string[];
	readonly tools: readonly AgentTool[];
	readonly messages: readonly AgentMessage[];
}

export interface Measures {
	/** The estimate for all messages. */
	readonly estimateAll: (messages: readonly AgentMessage[], billing: ImageBilling) => number;
	/** Measured tokens divided by estimated tokens of the last turn. */
	readonly ratio: number;
	/** Replies whose usage is about an outdated context. */
	readonly isStale: (reply: AssistantMessage) => boolean;
}

/** Context size: the provider's last count plus estimates for newer messages. */
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

/** Fixed part of every request: system prompt and tools. */
export function estimateOverhead({ systemPrompt, tools }: Pick<RequestParts, "systemPrompt" | "tools">): number {
	return systemPrompt.reduce((sum, block) => sum + estimateText(block), 0) + estimateTools(tools);
}

/** Context size after this reply, as counted by the provider. */
export function measuredTokens({ usage, contextSnapshot }: AssistantMessage): number {
	// A snapshot excludes tokens of the provider's own tools, which are not sent again.
	const prompt = contextSnapshot?.promptTokens ?? usage.input + usage.cacheRead + usage.cacheWrite;
	return prompt + usage.output;
}

export function imageBilling(model: Pick<Model, "id" | "api"> | undefined): ImageBilling {
	return model && (model.api === "anthropic-messages" || /claude/i.test(model.id)) ? "by-area" : "flat";
}

/** True for a complete reply with usage; some hosts never report it. */
export function isMeasure(message: AgentMessage): message is AssistantMessage {
	if (message.role !== "assistant") return false;
	return message.stopReason !== "error" && message.stopReason !== "aborted" && measuredTokens(message) > 0;
}
