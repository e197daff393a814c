import type { Effort, ToolChoice } from "./message.ts";

export type CacheRetention = "short" | "long" | "none";

/** What a caller may say about one request, whatever the protocol. */
export interface StreamOptions {
	/** The key itself, or a way to get it when it is needed. */
	apiKey?: (string | (() => Promise<string | undefined>)) | undefined;
	signal?: AbortSignal | undefined;
	sessionId?: string | undefined;
	promptCacheKey?: string | undefined;
	maxTokens?: number | undefined;
	temperature?: number | undefined;
	topP?: number | undefined;
	topK?: number | undefined;
	minP?: number | undefined;
	presencePenalty?: number | undefined;
	frequencyPenalty?: number | undefined;
	repetitionPenalty?: number | undefined;
	stopSequences?: readonly string[] | undefined;
	toolChoice?: ToolChoice | undefined;
	reasoning?: Effort | undefined;
	disableReasoning?: boolean | undefined;
	hideThinkingSummary?: boolean | undefined;
	thinkingBudgets?: Partial<Record<Effort, number>> | undefined;
	serviceTier?: string | undefined;
	/** Where a cloud with regions should run the model. */
	region?: string | undefined;
	cacheRetention?: CacheRetention | undefined;
	headers?: Readonly<Record<string, string>> | undefined;
	metadata?: Readonly<Record<string, unknown>> | undefined;
	maxRetryDelayMs?: number | undefined;
	streamFirstEventTimeoutMs?: number | undefined;
	streamIdleTimeoutMs?: number | undefined;
	/** Who is billed for asking, where that is not what the last message says. */
	initiatorOverride?: "user" | "agent" | undefined;
	openrouterVariant?: string | undefined;
	kimiApiFormat?: "openai" | "anthropic" | undefined;
	/** Continue the provider's own record of the conversation instead of sending it again. */
	statefulResponses?: boolean | undefined;
	/** How tools are called by models without native tool calls; `auto` decides by the model. */
	toolFormat?: string | undefined;
	/** Stop where a model begins to write a tool's result itself; true unless said otherwise. */
	abortOnFabricatedResult?: boolean | undefined;
	/** Stop a model whose thinking goes in circles; true unless said otherwise. */
	guardsThinking?: boolean | undefined;
	/** Scratch space that lives as long as the session, for protocols that remember something between requests. */
	providerSessionState?: Map<string, unknown> | undefined;
	/** May replace the body just before it is sent. */
	onPayload?: ((body: unknown) => unknown) | undefined;
	onResponse?: ((response: { status: number; headers: Headers }) => void) | undefined;
}
