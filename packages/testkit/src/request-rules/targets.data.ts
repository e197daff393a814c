import type { Api } from "@oh-my-pi/pi-ai/message";
import type { Model, ModelThinking } from "@oh-my-pi/pi-ai/model/model";
import { anthropicRules } from "./anthropic.ts";
import { bedrockRules } from "./bedrock.ts";
import { codeAssistRules, googleRules } from "./google.ts";
import { ollamaRules } from "./ollama.ts";
import { openAiChatRules } from "./openai-chat.ts";
import { openAiResponsesRules } from "./openai-responses.ts";
import type { RequestRules } from "./rules.ts";

/** A model to replay histories from and to, with the rules of its API. */
export interface ReplayTarget {
	readonly model: Model;
	readonly rules: RequestRules;
}

const effort: ModelThinking = { mode: "effort", efforts: ["low", "medium", "high"] };
const budget: ModelThinking = { mode: "budget", efforts: ["minimal", "low", "medium", "high"] };
const level: ModelThinking = { mode: "google-level", efforts: ["low", "high"] };

function model(api: Api, provider: string, id: string, baseUrl: string, rest: Partial<Model> = {}): Model {
	return {
		id,
		name: id,
		provider,
		api,
		baseUrl,
		reasoning: true,
		thinking: effort,
		input: ["text", "image"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 200_000,
		maxTokens: 32_000,
		...rest,
	};
}

const blind = { input: ["text"] } as const;
const gemini = "https://generativelanguage.googleapis.com/v1beta";
const openai = "https://api.openai.com/v1";

/** For every protocol, the models whose rules differ. */
export const replayTargets: readonly ReplayTarget[] = [
	{
		model: model("anthropic-messages", "anthropic", "claude-sonnet-4-5", "https://api.anthropic.com", {
			thinking: budget,
		}),
		rules: anthropicRules,
	},
	{
		model: model("anthropic-messages", "zai", "glm-5.2", "https://api.z.ai/api/anthropic", {
			...blind,
			thinking: budget,
		}),
		rules: anthropicRules,
	},
	{
		model: model("google-generative-ai", "google", "gemini-2.5-flash", gemini, { thinking: budget }),
		rules: googleRules,
	},
	{
		model: model("google-generative-ai", "google", "gemini-3.1-pro-preview", gemini, { thinking: level }),
		rules: googleRules,
	},
	{
		model: model("google-generative-ai", "google", "gemma-3-27b-it", gemini, { ...blind, reasoning: false }),
		rules: googleRules,
	},
	{
		model: model("google-vertex", "google-vertex", "gemini-3.1-pro-preview", "", { thinking: level }),
		rules: googleRules,
	},
	{
		model: model("google-vertex", "google-vertex", "claude-opus-4-5@20251101", "", { thinking: budget }),
		rules: anthropicRules,
	},
	{
		model: model("google-gemini-cli", "google-gemini-cli", "gemini-3-flash", "https://cloudcode-pa.googleapis.com", {
			thinking: level,
		}),
		rules: codeAssistRules,
	},
	{
		model: model(
			"google-gemini-cli",
			"google-antigravity",
			"claude-sonnet-4-5",
			"https://cloudcode-pa.googleapis.com",
			{
				thinking: budget,
			},
		),
		rules: codeAssistRules,
	},
	{
		model: model("bedrock-converse-stream", "amazon-bedrock", "us.anthropic.claude-sonnet-4-5-v1:0", "", {
			thinking: budget,
		}),
		rules: bedrockRules,
	},
	{
		model: model("bedrock-converse-stream", "amazon-bedrock", "meta.llama3-3-70b", "", { ...blind, reasoning: false }),
		rules: bedrockRules,
	},
	{ model: model("ollama-chat", "ollama-cloud", "gpt-oss:120b", "https://ollama.com", blind), rules: ollamaRules },
	{ model: model("ollama-chat", "ollama", "qwen3-vl", "http://127.0.0.1:11434"), rules: ollamaRules },
	{ model: model("openai-completions", "openai", "gpt-5.2", openai), rules: openAiChatRules },
	{
		model: model("openai-completions", "mistral", "devstral-medium-latest", "https://api.mistral.ai/v1", {
			...blind,
			compat: {
				requiresMistralToolIds: true,
				requiresAssistantAfterToolResult: true,
				replayThinkingParts: true,
				requiresToolResultName: true,
			},
		}),
		rules: openAiChatRules,
	},
	{
		model: model("openai-completions", "deepseek", "deepseek-v4-pro", "https://api.deepseek.com", blind),
		rules: openAiChatRules,
	},
	{
		model: model("openai-completions", "openrouter", "anthropic/claude-opus-4.8", "https://openrouter.ai/api/v1"),
		rules: openAiChatRules,
	},
	{ model: model("openai-responses", "openai", "gpt-5.5", openai), rules: openAiResponsesRules },
	{
		model: model("openai-responses", "llama.cpp", "local", "http://127.0.0.1:8080", blind),
		rules: openAiResponsesRules,
	},
	{
		model: model("openai-codex-responses", "openai-codex", "gpt-5.5", "https://chatgpt.com/backend-api"),
		rules: openAiResponsesRules,
	},
	{
		model: model(
			"azure-openai-responses",
			"azure-openai-responses",
			"gpt-5.5",
			"https://x.openai.azure.com/openai/v1",
			{
				compat: { strictResponsesPairing: true },
			},
		),
		rules: openAiResponsesRules,
	},
];
