import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { efforts } from "../../message.ts";
import {
	anything,
	type Check,
	type ConfigProblem,
	flag,
	listOf,
	notNegative,
	oneOf,
	positive,
	recordOf,
	shape,
	text,
	webAddress,
} from "./config-checks.ts";

const apis = [
	"openai-completions",
	"openai-responses",
	"openai-codex-responses",
	"azure-openai-responses",
	"anthropic-messages",
	"bedrock-converse-stream",
	"google-generative-ai",
	"google-gemini-cli",
	"google-vertex",
	"ollama-chat",
	"pi-native",
];

const thinking = shape({
	mode: oneOf("effort", "budget", "google-level", "anthropic-adaptive", "anthropic-budget-effort"),
	efforts: listOf(oneOf(...efforts)),
	effortMap: recordOf(text),
	effortBudgets: recordOf(positive),
	requiresEffort: flag,
	suppressWhenOff: flag,
	defaultLevel: oneOf(...efforts),
});

const flags = (names: string) =>
	Object.fromEntries(
		names
			.trim()
			.split(/\s+/)
			.map((name) => [name, flag]),
	);
const routing = shape({ only: listOf(text), order: listOf(text) });

const compatFields: Readonly<Record<string, Check>> = {
	...flags("supportsStore supportsDeveloperRole supportsMultipleSystemMessages supportsUsageInStreaming"),
	...flags("alwaysSendMaxTokens supportsToolChoice supportsForcedToolChoice supportsNamedToolChoice"),
	...flags("disableReasoningOnForcedToolChoice disableReasoningOnToolChoice supportsReasoningEffort"),
	...flags("supportsReasoningParams requiresReasoningContentForToolCalls replayReasoningContent"),
	...flags("allowsSyntheticReasoningContentForToolCalls requiresAssistantContentForToolCalls requiresToolResultName"),
	...flags("requiresAssistantAfterToolResult requiresThinkingAsText replayThinkingParts requiresMistralToolIds"),
	...flags("supportsStrictMode strictResponsesPairing supportsImageDetailOriginal supportsLongPromptCacheRetention"),
	...flags("cumulativeReasoning toolStream requiresToolsForToolHistory fixedSampling initiatorHeaders"),
	...flags("requiresToolResultId replayUnsignedThinking supportsEagerToolInputStreaming allowAnthropicHeaderOverrides"),
	...flags("authHeader disableStrictTools"),
	maxTokensField: oneOf("max_completion_tokens", "max_tokens"),
	reasoningEffortMap: recordOf(text),
	thinkingFormat: oneOf("openai", "openrouter", "zai", "qwen", "qwen-chat-template"),
	reasoningContentField: oneOf("reasoning_content", "reasoning", "reasoning_text"),
	toolStrictMode: oneOf("all_strict", "none"),
	cacheControlFormat: oneOf("anthropic"),
	streamIdleTimeoutMs: notNegative,
	streamFirstEventTimeoutMs: notNegative,
	streamMarkupHealingPattern: text,
	toolSchemaFlavor: oneOf("moonshot", "grammar"),
	gateway: oneOf("openrouter", "vercel"),
	openRouterRouting: routing,
	vercelGatewayRouting: routing,
	extraBody: recordOf(anything),
	promptCacheMode: oneOf("none", "automatic", "explicit"),
	promptCacheMinimumTokens: notNegative,
	promptCacheMaximumCheckpoints: notNegative,
};

/** What compat does not know, or cannot take, is left out of it; the model works as without. */
const compat: Check = (value, path) =>
	isRecord(value)
		? shape({ ...compatFields, whenThinking: (inner, at) => compat(inner, at) })(value, path).map((problem) => ({
				...problem,
				harmless: true,
				isLeftOut: true,
			}))
		: [{ path, message: "must be a mapping" }];

const modelFields = {
	name: text,
	reasoning: flag,
	thinking,
	input: listOf(oneOf("text", "image")),
	imageInputDecoder: oneOf("stb"),
	supportsTools: flag,
	cost: shape({
		input: notNegative,
		output: notNegative,
		cacheRead: notNegative,
		cacheWrite: notNegative,
		tiers: listOf(recordOf(notNegative)),
	}),
	premiumMultiplier: notNegative,
	contextWindow: positive,
	maxTokens: positive,
	omitMaxOutputTokens: flag,
	headers: recordOf(text),
	compat,
	contextPromotionTarget: text,
	compactionModel: text,
	remoteCompaction: recordOf(anything),
};

/** Problems of a `models.yml`, given the protocols that extensions add. */
export function checkModelsConfig(root: unknown, extraApis: readonly string[] = []): ConfigProblem[] {
	const api = oneOf(...apis, ...extraApis);
	const model: Check = (value, path) => [
		...shape({ ...modelFields, id: text, api, baseUrl: webAddress, maxInputTokens: positive })(value, path),
		...(isRecord(value) && value.id === undefined ? [{ path: [...path, "id"], message: "must be given" }] : []),
	];
	const providerShape = shape({
		baseUrl: webAddress,
		apiKey: text,
		api,
		auth: oneOf("apiKey", "none", "oauth"),
		authHeader: flag,
		headers: recordOf(text),
		transport: oneOf("pi-native"),
		disableStrictTools: flag,
		compat,
		remoteCompaction: recordOf(anything),
		discovery: shape({
			type: oneOf("ollama", "llama.cpp", "lm-studio", "openai-models-list", "litellm", "proxy"),
			timeoutMs: positive,
		}),
		modelOverrides: recordOf(shape(modelFields)),
		models: listOf(model),
	});
	const provider: Check = (value, path) => {
		const problems = providerShape(value, path);
		return problems.some((problem) => !problem.harmless) || !isRecord(value)
			? problems
			: [...problems, ...missing(value).map(([field, message]) => ({ path: [...path, ...field], message }))];
	};
	const whole = shape(
		{
			providers: recordOf(provider),
			equivalence: shape({ overrides: recordOf(text), exclude: listOf(text) }),
		},
		{ closed: true },
	);
	return whole(root, []);
}

const overrideKeys = [
	"baseUrl",
	"headers",
	"apiKey",
	"compat",
	"disableStrictTools",
	"remoteCompaction",
	"modelOverrides",
	"discovery",
];

/** Missing fields of a provider's entry. */
function missing(provider: Record<string, unknown>): Array<[field: Array<string | number>, message: string]> {
	const models = Array.isArray(provider.models) ? (provider.models as Array<Record<string, unknown>>) : [];
	if (isRecord(provider.discovery) && provider.discovery.type === undefined) {
		return [[["discovery", "type"], "must be given"]];
	}
	if (isRecord(provider.discovery) && provider.discovery.type !== "proxy" && !provider.api) {
		return [[["api"], "must be given when models are discovered"]];
	}
	if (models.length === 0) {
		const changes = provider.auth === "none" || overrideKeys.some((key) => provider[key] !== undefined);
		return changes ? [] : [[[], `must have models, or at least one of ${overrideKeys.join(", ")}, auth: none`]];
	}
	if (!provider.baseUrl) return [[["baseUrl"], "must be given when the provider has models"]];
	if (!provider.apiKey && provider.auth !== "none" && provider.auth !== "oauth") {
		return [[["apiKey"], "must be given unless auth is none"]];
	}
	const index = models.findIndex((model) => !model.api && !provider.api);
	return index === -1 ? [] : [[["models", index, "api"], "must be given here or on the provider"]];
}
