import type { Silence } from "../http/connection-check.ts";
import type { ReplyLimits } from "../http/reply-limits.ts";
import type { Effort, ToolChoice } from "../message.ts";

export type CacheRetention = "short" | "long" | "none";

/** Options of one request, for any protocol. */
export interface StreamOptions {
	/** The key itself, or a function that returns it. */
	apiKey?: (string | (() => Promise<string | undefined>)) | undefined;
	signal?: AbortSignal | undefined;
	sessionId?: string | undefined;
	/** What the request is for, for accounts of spending; not sent. */
	purpose?: string | undefined;
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
	/** The region of the cloud to use. */
	region?: string | undefined;
	cacheRetention?: CacheRetention | undefined;
	headers?: Readonly<Record<string, string>> | undefined;
	metadata?: Readonly<Record<string, unknown>> | undefined;
	/** How often the request may be sent again after a failure; 0 for a caller that retries itself. */
	maxRetries?: number | undefined;
	maxRetryDelayMs?: number | undefined;
	/** How long a host that cannot be reached is tried again; default: as often as after other failures. */
	networkRetryMs?: number | undefined;
	/** The wait for a connection; 0 for no limit. */
	connectTimeoutMs?: number | undefined;
	streamFirstEventTimeoutMs?: number | undefined;
	streamIdleTimeoutMs?: number | undefined;
	/** How long a stream may bring nothing but keep-alives; 0 for no limit. */
	streamQuietTimeoutMs?: number | undefined;
	/** How long a reply may take once it has begun; 0 for no limit. */
	streamTotalTimeoutMs?: number | undefined;
	/** Caps on what a reply may bring, where not the defaults. */
	limits?: Partial<ReplyLimits> | undefined;
	/** Overrides the initiator derived from the last message, for billing. */
	initiatorOverride?: "user" | "agent" | undefined;
	openrouterVariant?: string | undefined;
	kimiApiFormat?: "openai" | "anthropic" | undefined;
	/** Continue the provider's stored conversation instead of sending it again. */
	statefulResponses?: boolean | undefined;
	/** How models without native tool calls call tools; `auto` decides by the model. */
	toolFormat?: string | undefined;
	/** Stop when a model starts to write a tool result itself; default true. */
	abortOnFabricatedResult?: boolean | undefined;
	/** Stop thinking loops; default true. */
	guardsThinking?: boolean | undefined;
	/** Per-session memory for protocols. */
	providerSessionState?: Map<string, unknown> | undefined;
	/** May replace the body just before it is sent; may be a promise. */
	onPayload?: ((body: unknown) => unknown) | undefined;
	/** Called when the request gets no answer for a while. */
	onSilence?: ((silence: Silence) => void) | undefined;
	/** Called before the answer is read; may be a promise. */
	onResponse?: ((response: { status: number; headers: Headers }) => unknown) | undefined;
}
