import type { Effort } from "../message.ts";

export type ThinkingFormat = "openai" | "openrouter" | "zai" | "qwen" | "qwen-chat-template";

/** How a host or model differs from the API it claims to implement. All optional; absent means standard behavior. */
export interface Compat {
	// OpenAI-compatible hosts
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
	/** The model's own thinking goes back as parts of the content. */
	replayThinkingParts?: boolean;
	requiresMistralToolIds?: boolean;
	supportsStrictMode?: boolean;
	toolStrictMode?: "all_strict" | "none";
	strictResponsesPairing?: boolean;
	supportsImageDetailOriginal?: boolean;
	supportsLongPromptCacheRetention?: boolean;
	cacheControlFormat?: "anthropic";
	streamIdleTimeoutMs?: number;
	streamFirstEventTimeoutMs?: number;
	/** Kinds of leaked markup to look for in visible text, comma-separated: `think`, `dsml`, `kimi`, `deepseek`. */
	streamMarkupHealingPattern?: string;
	/** Each reasoning delta repeats the previous ones. */
	cumulativeReasoning?: boolean;
	/** With tools, request streaming of their arguments. */
	toolStream?: boolean;
	/** The JSON Schema dialect that the host validates tools against. */
	toolSchemaFlavor?: "moonshot" | "grammar";
	/** A history with tool calls requires a list of tools, even an empty one. */
	requiresToolsForToolHistory?: boolean;
	/** The model does not accept sampling parameters. */
	fixedSampling?: boolean;
	/** A service that routes requests to other hosts. */
	gateway?: "openrouter" | "vercel";
	/** Send who initiated the request, for GitHub's billing. */
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
	/** Also send the key as a bearer token. */
	authHeader?: boolean;
	disableStrictTools?: boolean;

	// bedrock-converse-stream
	promptCacheMode?: "none" | "automatic" | "explicit";
	promptCacheMinimumTokens?: number;
	promptCacheMaximumCheckpoints?: number;
}
