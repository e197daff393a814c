import type { Effort, ToolChoice } from "./message.ts";

export type CacheRetention = "short" | "long" | "none";

/** What a caller may say about one request, whatever the protocol. */
export interface StreamOptions {
	/** The key itself, or a way to get it when it is needed. */
	apiKey?: string | (() => Promise<string | undefined>);
	signal?: AbortSignal;
	sessionId?: string;
	promptCacheKey?: string;
	maxTokens?: number;
	temperature?: number;
	topP?: number;
	topK?: number;
	minP?: number;
	presencePenalty?: number;
	frequencyPenalty?: number;
	repetitionPenalty?: number;
	stopSequences?: readonly string[];
	toolChoice?: ToolChoice;
	reasoning?: Effort;
	disableReasoning?: boolean;
	hideThinkingSummary?: boolean;
	thinkingBudgets?: Partial<Record<Effort, number>>;
	serviceTier?: string;
	/** Where a cloud with regions should run the model. */
	region?: string;
	cacheRetention?: CacheRetention;
	headers?: Readonly<Record<string, string>>;
	metadata?: Readonly<Record<string, unknown>>;
	maxRetryDelayMs?: number;
	streamFirstEventTimeoutMs?: number;
	streamIdleTimeoutMs?: number;
	/** Who is billed for asking, where that is not what the last message says. */
	initiatorOverride?: "user" | "agent";
	openrouterVariant?: string;
	kimiApiFormat?: "openai" | "anthropic";
	/** Continue the provider's own record of the conversation instead of sending it again. */
	statefulResponses?: boolean;
	/** How tools are called by models without native tool calls; `auto` decides by the model. */
	toolFormat?: string;
	/** Stop where a model begins to write a tool's result itself; true unless said otherwise. */
	abortOnFabricatedResult?: boolean;
	/** Stop a model whose thinking goes in circles; true unless said otherwise. */
	guardsThinking?: boolean;
	/** Scratch space that lives as long as the session, for protocols that remember something between requests. */
	providerSessionState?: Map<string, unknown>;
	/** May replace the body just before it is sent. */
	onPayload?: (body: unknown) => unknown;
	onResponse?: (response: { status: number; headers: Headers }) => void;
}
