export interface WireUsage {
	prompt_tokens?: number | null;
	completion_tokens?: number | null;
	total_tokens?: number | null;
	/** DeepSeek's, Moonshot's and Mistral's fields for the cached part. */
	prompt_cache_hit_tokens?: number | null;
	cached_tokens?: number | null;
	num_cached_tokens?: number | null;
	prompt_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null;
	completion_tokens_details?: { reasoning_tokens?: number | null } | null;
	/** OpenRouter's charge in USD. */
	cost?: number | null;
}

export interface WireToolCallDelta {
	index?: number | null;
	id?: string | null;
	function?: { name?: string | null; arguments?: string | Record<string, unknown> | null } | null;
}

export interface ReasoningDetail {
	type?: string;
	id?: string | null;
	text?: string | null;
	summary?: string | null;
	signature?: string | null;
	[field: string]: unknown;
}

/** A part of the content. Mistral's thinking is a part with parts of its own. */
export interface WireContentPart {
	type?: string;
	text?: string | null;
	thinking?: string | ReadonlyArray<{ text?: string | null }> | null;
}

export interface WireDelta {
	content?: string | readonly WireContentPart[] | null;
	refusal?: string | null;
	reasoning_content?: string | null;
	reasoning?: string | null;
	reasoning_text?: string | null;
	reasoning_details?: readonly ReasoningDetail[] | null;
	tool_calls?: readonly WireToolCallDelta[] | null;
}

export interface WireError {
	message?: string;
	code?: string | number | null;
	type?: string | null;
	/** Groq's HTTP status. */
	status_code?: number | null;
	/** OpenRouter's: what the provider said. */
	metadata?: unknown;
}

/** The relevant fields of a streamed chunk. */
export interface Chunk {
	id?: string;
	service_tier?: string | null;
	usage?: WireUsage | null;
	error?: WireError | string | null;
	choices?: ReadonlyArray<{
		delta?: WireDelta | null;
		finish_reason?: string | null;
		usage?: WireUsage | null;
		error?: WireError | null;
	}>;
}
