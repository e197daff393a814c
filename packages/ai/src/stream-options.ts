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
	openrouterVariant?: string;
	kimiApiFormat?: "openai" | "anthropic";
	/** Scratch space that lives as long as the session, for protocols that remember something between requests. */
	providerSessionState?: Map<string, unknown>;
	/** May replace the body just before it is sent. */
	onPayload?: (body: unknown) => unknown;
	onResponse?: (response: { status: number; headers: Headers }) => void;
}
