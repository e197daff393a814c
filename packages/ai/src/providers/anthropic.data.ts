import type { Model } from "../model.ts";

const common = {
	provider: "anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	reasoning: true,
	input: ["text", "image"],
} as const;

export const anthropicModels: readonly Model[] = [
	{
		...common,
		id: "claude-opus-4-8",
		name: "Claude Opus 4.8",
		thinking: { mode: "anthropic-adaptive", efforts: ["low", "medium", "high", "xhigh", "max"] },
		cost: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
		contextWindow: 200_000,
		maxTokens: 128_000,
	},
	{
		...common,
		id: "claude-sonnet-4-5",
		name: "Claude Sonnet 4.5",
		thinking: { mode: "budget", efforts: ["minimal", "low", "medium", "high", "xhigh"] },
		cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
		contextWindow: 200_000,
		maxTokens: 64_000,
	},
	{
		...common,
		id: "claude-haiku-4-5",
		name: "Claude Haiku 4.5",
		thinking: { mode: "budget", efforts: ["minimal", "low", "medium", "high", "xhigh"] },
		cost: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
		contextWindow: 200_000,
		maxTokens: 64_000,
	},
];
