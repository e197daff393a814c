import type { AddedModel, ProviderRule } from "./rules.ts";

const bedrockClaude = [
	"claude-fable-5-1",
	"claude-fable-5",
	"claude-opus-5-5",
	"claude-opus-5",
	"claude-opus-4-8",
	"claude-opus-4-7",
	"claude-opus-4-6-v1",
	"claude-opus-4-5-20251101-v1:0",
	"claude-sonnet-5",
	"claude-sonnet-4-6",
	"claude-sonnet-4-5-20250929-v1:0",
	"claude-haiku-4-5-20251001-v1:0",
];
const bedrockOthers = [
	"us.amazon.nova-premier-v1:0",
	"us.amazon.nova-pro-v1:0",
	"us.amazon.nova-lite-v1:0",
	"global.amazon.nova-2-lite-v1:0",
	"us.meta.llama4-maverick-17b-instruct-v1:0",
	"us.meta.llama4-scout-17b-instruct-v1:0",
	"us.meta.llama3-3-70b-instruct-v1:0",
	"mistral.mistral-large-3-675b-instruct",
	"mistral.devstral-2-123b",
	"us.deepseek.r1-v1:0",
	"openai.gpt-oss-120b-1:0",
	"openai.gpt-oss-20b-1:0",
	"qwen.qwen3-coder-480b-a35b-v1:0",
	"qwen.qwen3-coder-30b-a3b-v1:0",
];

/** The protocol implied by the registry's client library for a model. */
function apiOfClient(client: string | undefined) {
	if (client === "@ai-sdk/openai") return { api: "openai-responses" };
	if (client === "@ai-sdk/anthropic") return { api: "anthropic-messages" };
	if (client === "@ai-sdk/google") return { api: "google-generative-ai" };
	return {};
}

/** `accounts/fireworks/models/kimi-k2p7-code` is `kimi-k2.7-code` elsewhere. */
function withoutFireworksPath(id: string): string {
	return id.slice(id.lastIndexOf("/") + 1).replace(/(\d)p(?=\d)/g, "$1.");
}

const copilotMultipliers: Readonly<Record<string, number>> = {
	"claude-opus-4.6": 3,
	"claude-opus-4.5": 3,
	"claude-haiku-4.5": 0.33,
	"gemini-3-flash-preview": 0.33,
	"gpt-5-mini": 0,
	"gpt-4.1": 0,
	"gpt-4o": 0,
	"grok-code-fast-1": 0.25,
};

/** GitLab has its own names; its proxy expects the vendor's. */
const gitlabNames: Readonly<Record<string, string>> = {
	"claude-opus-4-6": "duo-chat-opus-4-6",
	"claude-opus-4-5-20251101": "duo-chat-opus-4-5",
	"claude-sonnet-4-6": "duo-chat-sonnet-4-6",
	"claude-sonnet-4-5-20250929": "duo-chat-sonnet-4-5",
	"claude-haiku-4-5-20251001": "duo-chat-haiku-4-5",
};

/** Models that the registry lists as deprecated or no longer, but that people still name. */
const earlierClaude: readonly AddedModel[] = [
	"claude-opus-4-1",
	"claude-opus-4-1-20250805",
	"claude-opus-4-0",
	"claude-opus-4-20250514",
	"claude-sonnet-4-0",
	"claude-sonnet-4-20250514",
	{ id: "claude-3-7-sonnet-latest", maxTokens: 64_000 },
	{ id: "claude-3-7-sonnet-20250219", maxTokens: 64_000 },
	{ id: "claude-3-5-sonnet-latest", maxTokens: 8192 },
	{ id: "claude-3-5-sonnet-20241022", maxTokens: 8192 },
	"claude-3-5-haiku-latest",
	"claude-3-5-haiku-20241022",
	{ id: "claude-3-opus-20240229", maxTokens: 4096 },
	"claude-3-haiku-20240307",
];

export const providerRules: Readonly<Record<string, ProviderRule>> = {
	anthropic: { listed: "anthropic", prices: "anthropic", add: earlierClaude },
	openai: {
		listed: "openai",
		prices: "openai",
		extra: (id) => (id === "gpt-5.3-codex-spark" ? { contextPromotionTarget: "openai/gpt-5.3-codex" } : {}),
	},
	"openai-codex": {
		like: ["openai"],
		only: /^gpt-(5\.[2-9]|[6-9])/,
		not: /-pro$|chat-latest|-nano$/,
		plan: true,
		maxContextWindow: () => 400_000,
		extra: (id) => (id === "gpt-5.3-codex-spark" ? { contextPromotionTarget: "openai-codex/gpt-5.3-codex" } : {}),
	},
	google: { listed: "google", prices: "google" },
	"google-vertex": {
		like: ["google"],
		prices: "google",
		not: /gemma|latest/,
		add: [
			"claude-opus-5-5",
			"claude-opus-5",
			"claude-opus-4-8",
			"claude-opus-4-7",
			"claude-opus-4-6",
			"claude-opus-4-5@20251101",
			"claude-sonnet-5",
			"claude-sonnet-4-6",
			"claude-sonnet-4-5@20250929",
			"claude-haiku-4-5@20251001",
		],
	},
	"google-gemini-cli": {
		plan: true,
		add: [
			"gemini-3.1-pro-preview",
			"gemini-3-flash-preview",
			"gemini-2.5-pro",
			"gemini-2.5-flash",
			"gemini-2.5-flash-lite",
		],
	},
	"google-antigravity": {
		plan: true,
		add: [
			{ id: "gemini-3.1-pro", is: "gemini-3.1-pro-preview" },
			{ id: "gemini-3-flash", is: "gemini-3-flash-preview" },
			{ id: "claude-opus-4-6-thinking", is: "claude-opus-4-6" },
			"claude-sonnet-4-6",
			{ id: "gpt-oss-120b-medium", is: "gpt-oss-120b" },
		],
	},
	groq: { listed: "groq", prices: "groq", not: /allam|compound/ },
	openrouter: { listed: "openrouter", prices: "openrouter", add: ["openai/gpt-5.5"] },
	mistral: {
		listed: "mistral",
		prices: "mistral",
		add: [
			{
				id: "devstral-medium-latest",
				contextWindow: 262_144,
				cost: { input: 0.4, output: 2, cacheRead: 0.4, cacheWrite: 0.4 },
			},
		],
	},
	xai: {
		listed: "xai",
		prices: "x-ai",
		add: ["grok-4-fast-non-reasoning", "grok-4-fast-reasoning", "grok-code-fast-1"],
	},
	"xai-oauth": { like: ["xai"], prices: "x-ai" },
	"github-copilot": {
		plan: true,
		add: [
			"gpt-5.5",
			"gpt-5.4",
			"gpt-5.4-mini",
			"gpt-5.3-codex",
			"gpt-5.2",
			"gpt-5-mini",
			"gpt-4.1",
			"gpt-4o",
			"claude-opus-4.8",
			"claude-opus-4.7",
			"claude-opus-4.6",
			"claude-opus-4.5",
			"claude-sonnet-4.6",
			"claude-sonnet-4.5",
			"claude-haiku-4.5",
			"gemini-3.1-pro-preview",
			"gemini-3-flash-preview",
			"gemini-2.5-pro",
			"grok-code-fast-1",
		],
		maxContextWindow: (id) => (/^gpt-5/.test(id) ? 400_000 : /^claude/.test(id) ? 144_000 : 128_000),
		extra: (id) => ({
			...(/^gpt-5/.test(id) && { api: "openai-responses" }),
			...(/^claude/.test(id) && { api: "anthropic-messages" }),
			...(id in copilotMultipliers && { premiumMultiplier: copilotMultipliers[id] }),
		}),
	},
	"azure-openai-responses": { like: ["openai"], prices: "openai", not: /spark/ },
	"amazon-bedrock": {
		prices: "aws",
		add: [
			...["us", "eu", "global"].flatMap((region) => bedrockClaude.map((id) => `${region}.anthropic.${id}`)),
			"us.anthropic.claude-opus-4-1-20250805-v1:0",
			...bedrockOthers,
		],
	},
	cerebras: { listed: "cerebras", prices: "cerebras", add: ["zai-glm-4.7"], is: { "zai-glm-4.7": "glm-4.7" } },
	deepseek: { listed: "deepseek", prices: "deepseek", add: ["deepseek-v4-flash"] },
	fireworks: {
		listed: "fireworks-ai",
		prices: "fireworks",
		not: /routers\/.*latest/,
		add: ["accounts/fireworks/models/kimi-k2p7-code"],
		shownAs: withoutFireworksPath,
	},
	firepass: {
		plan: true,
		add: [{ id: "accounts/fireworks/routers/kimi-k2p6-turbo", is: "kimi-k2.6" }],
		shownAs: withoutFireworksPath,
	},
	together: { listed: "togetherai", prices: "together" },
	nvidia: {
		listed: "nvidia",
		only: /nemotron|llama-?[34]|qwen|deepseek|kimi|glm|gpt-oss|mistral|devstral|minimax|gemma-[34]|step-|seed-oss|phi-4/,
	},
	huggingface: { listed: "huggingface", add: ["deepseek-ai/DeepSeek-R1"] },
	moonshot: { listed: "moonshotai", prices: "moonshotai" },
	"kimi-code": {
		listed: "kimi-code-plan-global",
		plan: true,
		is: {
			"kimi-for-coding": "kimi-k2.7-code",
			"kimi-for-coding-highspeed": "kimi-k2.7-code",
			k3: "kimi-k3",
			"k3-256k": "kimi-k3",
		},
		maxContextWindow: (id) => (id === "k3" ? Number.POSITIVE_INFINITY : 262_144),
	},
	nanogpt: { listed: "nano-gpt", knownOnly: true, add: ["openai/gpt-5.5"] },
	venice: {
		add: [
			"llama-3.3-70b",
			{ id: "qwen3-coder-480b-a35b-instruct", is: "qwen/qwen3-coder" },
			{ id: "zai-org-glm-4.7", is: "glm-4.7" },
			{ id: "venice-uncensored", name: "Venice Uncensored", contextWindow: 32_768, maxTokens: 8192 },
		],
	},
	"vercel-ai-gateway": {
		listed: "vercel",
		extra: (id) => (id.startsWith("anthropic/") ? { api: "anthropic-messages" } : {}),
	},
	"cloudflare-ai-gateway": { like: ["anthropic"], prices: "anthropic" },
	kilo: { listed: "kilo", add: ["anthropic/claude-opus-4.8"] },
	zai: { listed: "zai", prices: "zai" },
	zenmux: {
		listed: "zenmux",
		add: ["anthropic/claude-opus-4.8"],
		extra: (id) =>
			id.startsWith("anthropic/") ? { api: "anthropic-messages", baseUrl: "https://zenmux.ai/api/anthropic" } : {},
	},
	"zhipu-coding-plan": { listed: "zhipuai-coding-plan", add: ["glm-5.1", "glm-4.7"], plan: true },
	umans: {
		listed: "umans-ai-coding-plan",
		plan: true,
		is: {
			"umans-coder": "kimi-k3",
			"umans-kimi-k3": "kimi-k3",
			"umans-flash": "glm-5.3-flash",
			"umans-glm-5.3-flash": "glm-5.3-flash",
			"umans-deepseek-v4-flash-0731": "deepseek-v4-flash",
			"umans-deepseek-v4-pro-0813": "deepseek-v4-pro",
			"umans-qwen3.6-35b-a3b": "qwen3.6-35b-a3b",
		},
		maxContextWindow: () => 200_000,
	},
	qianfan: {
		add: [
			"deepseek-v3.2",
			{ id: "ernie-5.0", name: "ERNIE 5.0", reasoning: true, images: true, contextWindow: 128_000, maxTokens: 65_536 },
			{ id: "ernie-4.5-turbo-128k", name: "ERNIE 4.5 Turbo", contextWindow: 128_000, maxTokens: 12_288 },
		],
	},
	"qwen-portal": {
		plan: true,
		add: [
			{ id: "coder-model", name: "Qwen Coder", contextWindow: 1_000_000, maxTokens: 65_536 },
			{ id: "vision-model", name: "Qwen Vision", contextWindow: 131_072, maxTokens: 32_768, images: true },
		],
	},
	synthetic: { listed: "synthetic" },
	minimax: { listed: "minimax", prices: "minimax" },
	"minimax-code": { listed: "minimax-coding-plan", plan: true },
	"alibaba-coding-plan": { listed: "alibaba-coding-plan", plan: true },
	"alibaba-token-plan": { listed: "alibaba-token-plan", plan: true },
	"gitlab-duo": {
		plan: true,
		add: Object.keys(gitlabNames),
		shownAs: (id) => gitlabNames[id] ?? id,
		extra: () => ({ baseUrl: "https://cloud.gitlab.com/ai/v1/proxy/anthropic" }),
	},
	"opencode-zen": { listed: "opencode", add: ["claude-opus-4-8"], extra: (_id, client) => apiOfClient(client) },
	"opencode-go": { listed: "opencode-go", plan: true, extra: (_id, client) => apiOfClient(client) },
	"wafer-pass": { listed: "wafer.ai", plan: true },
	"wafer-serverless": { listed: "wafer.ai" },
	xiaomi: { listed: "xiaomi" },
	"xiaomi-token-plan-ams": { listed: "xiaomi-token-plan-ams", plan: true },
	"xiaomi-token-plan-cn": { listed: "xiaomi-token-plan-cn", plan: true },
	"xiaomi-token-plan-sgp": { listed: "xiaomi-token-plan-sgp", plan: true },
	"ollama-cloud": { listed: "ollama-cloud", plan: true },
	baseten: { listed: "baseten" },
	novita: { listed: "novita-ai", prices: "novita" },
	siliconflow: { listed: "siliconflow" },
	meta: { listed: "meta" },
	coreweave: { listed: "wandb" },
};
