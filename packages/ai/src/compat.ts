import type { Effort } from "./message.ts";

export type ThinkingFormat = "openai" | "openrouter" | "zai" | "qwen" | "qwen-chat-template";

/** What a host or model does differently from the API it claims to speak. All optional; absent means the API's own way. */
export interface Compat {
	// OpenAI-shaped hosts
	supportsStore?: boolean;
	supportsDeveloperRole?: boolean;
	supportsMultipleSystemMessages?: boolean;
	supportsUsageInStreaming?: boolean;
	maxTokensField?: "max_completion_tokens" | "max_tokens";
	alwaysSendMaxTokens?: boolean;
	supportsToolChoice?: boolean;
	supportsForcedToolChoice?: boolean;
	supportsNamedToolChoice?: boolean;
	disableReasoningOnForcedToolChoice?: boolean;
	disableReasoningOnToolChoice?: boolean;
	supportsReasoningEffort?: boolean;
	supportsReasoningParams?: boolean;
	reasoningEffortMap?: Partial<Record<Effort, string>>;
	thinkingFormat?: ThinkingFormat;
	reasoningContentField?: "reasoning_content" | "reasoning" | "reasoning_text";
	requiresReasoningContentForToolCalls?: boolean;
	allowsSyntheticReasoningContentForToolCalls?: boolean;
	requiresAssistantContentForToolCalls?: boolean;
	replayReasoningContent?: boolean;
	requiresToolResultName?: boolean;
	requiresAssistantAfterToolResult?: boolean;
	requiresThinkingAsText?: boolean;
	requiresMistralToolIds?: boolean;
	supportsStrictMode?: boolean;
	toolStrictMode?: "all_strict" | "none";
	strictResponsesPairing?: boolean;
	supportsImageDetailOriginal?: boolean;
	supportsLongPromptCacheRetention?: boolean;
	cacheControlFormat?: "anthropic";
	streamIdleTimeoutMs?: number;
	streamFirstEventTimeoutMs?: number;
	/** The kinds of leaked markup to look for in visible text, separated by commas: `think`, `dsml`, `kimi`, `deepseek`. */
	streamMarkupHealingPattern?: string;
	/** Each piece of reasoning repeats what came before. */
	cumulativeReasoning?: boolean;
	/** With tools, ask for their arguments as they are written. */
	toolStream?: boolean;
	/** The dialect of JSON Schema that the host checks tools against. */
	toolSchemaFlavor?: "moonshot" | "grammar";
	/** A history with tool calls must come with a list of tools, be it empty. */
	requiresToolsForToolHistory?: boolean;
	/** The model decides on its sampling itself. */
	fixedSampling?: boolean;
	/** A service that passes requests on to hosts of its choice. */
	gateway?: "openrouter" | "vercel";
	/** Say who asked, and for what, the way GitHub bills it. */
	initiatorHeaders?: boolean;
	openRouterRouting?: { only?: readonly string[]; order?: readonly string[] };
	vercelGatewayRouting?: { only?: readonly string[]; order?: readonly string[] };
	extraBody?: Readonly<Record<string, unknown>>;
	whenThinking?: Compat;

	// anthropic-messages hosts
	requiresToolResultId?: boolean;
	replayUnsignedThinking?: boolean;
	supportsEagerToolInputStreaming?: boolean;
	allowAnthropicHeaderOverrides?: boolean;
	/** Send the key as a bearer token too. */
	authHeader?: boolean;
	disableStrictTools?: boolean;

	// bedrock-converse-stream
	promptCacheMode?: "none" | "automatic" | "explicit";
	promptCacheMinimumTokens?: number;
	promptCacheMaximumCheckpoints?: number;
}
