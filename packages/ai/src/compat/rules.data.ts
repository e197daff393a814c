import type { Compat } from "../model/compat.ts";

/**
 * A rule for a host: applies if its provider or host name is listed (or neither is given) and, if given, the model's id
 * matches.
 */
export interface CompatRule {
	readonly providers?: readonly string[];
	/** Suffixes of host names. */
	readonly hosts?: readonly string[];
	readonly ids?: RegExp;
	/** Only for reasoning models. */
	readonly reasoning?: true;
	readonly compat: Compat;
}

const openai = { providers: ["openai"], hosts: ["api.openai.com"] };
const azure = { providers: ["azure-openai-responses"], hosts: ["openai.azure.com", "cognitiveservices.azure.com"] };
const copilot = { providers: ["github-copilot"], hosts: ["githubcopilot.com"] };
const openrouter = { providers: ["openrouter"], hosts: ["openrouter.ai"] };
const moonshot = { providers: ["moonshot", "kimi-code"], hosts: ["moonshot.ai", "moonshot.cn", "api.kimi.com"] };
const deepseek = { providers: ["deepseek"], hosts: ["api.deepseek.com"] };
const mistral = { providers: ["mistral"], hosts: ["api.mistral.ai"] };
const zai = { providers: ["zai", "zhipu-coding-plan"], hosts: ["api.z.ai", "bigmodel.cn"] };
const alibaba = {
	providers: ["alibaba-coding-plan", "alibaba-token-plan", "qwen-portal"],
	hosts: ["aliyuncs.com", "portal.qwen.ai"],
};
const xiaomi = { providers: ["xiaomi"], hosts: ["xiaomimimo.com"] };
const local = {
	providers: ["ollama", "lm-studio", "llama.cpp", "vllm"],
	hosts: ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"],
};

const kimiId = /kimi|moonshot/i;
const deepseekId = /deepseek/i;
const claudeId = /(^|[/.])claude[-.]/i;
const fiveMinutesMs = 300_000;
const tenMinutesMs = 600_000;

/** Later rules override earlier ones, and a model's own `compat` overrides all. */
export const compatRules: readonly CompatRule[] = [
	{ ...openai, compat: { supportsStore: true, supportsDeveloperRole: true, supportsLongPromptCacheRetention: true } },
	{ ...azure, compat: { supportsStore: true, supportsDeveloperRole: true } },
	{ providers: ["openai", "openai-codex"], ids: /gpt-5\.[4-9]/i, compat: { supportsImageDetailOriginal: true } },
	{
		providers: [...openai.providers, ...azure.providers, ...copilot.providers, ...openrouter.providers, "groq"],
		hosts: [...openai.hosts, ...azure.hosts, ...copilot.hosts, ...openrouter.hosts, "api.groq.com"],
		compat: { supportsMultipleSystemMessages: true },
	},
	{
		providers: [...openai.providers, ...azure.providers, ...copilot.providers, ...openrouter.providers, "openai-codex"],
		hosts: [...openai.hosts, ...azure.hosts, ...copilot.hosts, ...openrouter.hosts],
		compat: { supportsStrictMode: true },
	},
	{
		providers: ["together", "deepseek"],
		hosts: ["api.together.xyz", "api.deepseek.com"],
		compat: { supportsStrictMode: true },
	},
	{ ...azure, compat: { strictResponsesPairing: true } },
	{
		...copilot,
		compat: { strictResponsesPairing: true, reasoningContentField: "reasoning_text", initiatorHeaders: true },
	},
	{
		...openrouter,
		compat: {
			gateway: "openrouter",
			thinkingFormat: "openrouter",
			reasoningContentField: "reasoning",
			replayReasoningContent: true,
		},
	},
	{ providers: ["vercel-ai-gateway"], hosts: ["ai-gateway.vercel.sh"], compat: { gateway: "vercel" } },
	{ ...openrouter, ids: /^~?anthropic\//i, compat: { cacheControlFormat: "anthropic" } },
	{
		providers: ["cerebras"],
		hosts: ["api.cerebras.ai"],
		compat: {
			supportsUsageInStreaming: false,
			supportsStrictMode: true,
			toolStrictMode: "all_strict",
			reasoningContentField: "reasoning",
		},
	},
	{ providers: ["groq"], hosts: ["api.groq.com"], compat: { reasoningContentField: "reasoning" } },
	{ providers: ["together"], hosts: ["api.together.xyz"], compat: { reasoningContentField: "reasoning" } },
	{
		...mistral,
		compat: {
			maxTokensField: "max_tokens",
			supportsReasoningEffort: false,
			requiresToolResultName: true,
			requiresAssistantAfterToolResult: true,
			replayThinkingParts: true,
			requiresMistralToolIds: true,
		},
	},
	{
		providers: ["fireworks", "firepass", "chutes"],
		hosts: ["api.fireworks.ai", "chutes.ai"],
		compat: { maxTokensField: "max_tokens" },
	},
	{ providers: ["litellm"], compat: { requiresToolsForToolHistory: true } },
	{ providers: ["bedrock-mantle"], hosts: ["amazonaws.com"], compat: { requiresToolsForToolHistory: true } },
	{ hosts: ["minimax.io", "minimaxi.com"], compat: { cumulativeReasoning: true } },
	{ ids: /minimax|qwen|glm-|mimo/i, compat: { streamMarkupHealingPattern: "think" } },

	{ ids: claudeId, compat: { disableReasoningOnForcedToolChoice: true } },
	{
		ids: kimiId,
		compat: {
			alwaysSendMaxTokens: true,
			disableReasoningOnForcedToolChoice: true,
			requiresReasoningContentForToolCalls: true,
			allowsSyntheticReasoningContentForToolCalls: true,
			replayReasoningContent: true,
			toolSchemaFlavor: "moonshot",
			streamMarkupHealingPattern: "think,kimi",
		},
	},
	{ ids: kimiId, reasoning: true, compat: { streamIdleTimeoutMs: fiveMinutesMs } },
	{
		...moonshot,
		compat: {
			maxTokensField: "max_tokens",
			alwaysSendMaxTokens: true,
			thinkingFormat: "zai",
			supportsStrictMode: false,
			fixedSampling: true,
			toolSchemaFlavor: "moonshot",
		},
	},
	{ ...moonshot, ids: /kimi-k3/i, compat: { thinkingFormat: "openai" } },
	{
		ids: deepseekId,
		compat: {
			requiresReasoningContentForToolCalls: true,
			allowsSyntheticReasoningContentForToolCalls: true,
			replayReasoningContent: true,
			streamMarkupHealingPattern: "think,dsml,deepseek",
		},
	},
	{
		ids: deepseekId,
		reasoning: true,
		compat: { disableReasoningOnToolChoice: true, streamIdleTimeoutMs: fiveMinutesMs },
	},
	{
		...deepseek,
		compat: {
			maxTokensField: "max_tokens",
			thinkingFormat: "zai",
			supportsReasoningEffort: true,
			allowsSyntheticReasoningContentForToolCalls: false,
		},
	},
	{
		...zai,
		compat: {
			maxTokensField: "max_tokens",
			thinkingFormat: "zai",
			toolStream: true,
			replayReasoningContent: true,
			streamIdleTimeoutMs: tenMinutesMs,
			streamFirstEventTimeoutMs: tenMinutesMs,
		},
	},
	{
		...alibaba,
		compat: { thinkingFormat: "qwen", streamIdleTimeoutMs: tenMinutesMs, streamFirstEventTimeoutMs: tenMinutesMs },
	},
	{ ...xiaomi, compat: { thinkingFormat: "zai", replayReasoningContent: true, streamIdleTimeoutMs: fiveMinutesMs } },
	{
		providers: ["nvidia"],
		hosts: ["integrate.api.nvidia.com"],
		ids: /qwen|glm/i,
		compat: { thinkingFormat: "qwen-chat-template" },
	},
	{
		...local,
		compat: {
			streamFirstEventTimeoutMs: 0,
			streamIdleTimeoutMs: fiveMinutesMs,
			toolSchemaFlavor: "grammar",
			replayReasoningContent: true,
		},
	},
	{ providers: ["llama.cpp", "lm-studio"], compat: { supportsNamedToolChoice: false } },
	{ providers: ["vllm", "llama.cpp", "lm-studio"], ids: /qwen/i, compat: { thinkingFormat: "qwen-chat-template" } },
];
