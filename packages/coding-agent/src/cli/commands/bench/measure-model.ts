import type { AssistantMessage, Context, Effort } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";

/** Measurements of one reply. */
export type BenchRun =
	| {
			readonly ttftMs: number;
			readonly durationMs: number;
			readonly outputTokens: number;
			/** After the first token; `undefined` for a reply in one piece. */
			readonly tokensPerSecond: number | undefined;
			readonly cost: number;
	  }
	| { readonly error: string };

export interface BenchRequest {
	readonly prompt: string;
	readonly maxTokens: number;
	readonly reasoning?: Effort;
	readonly serviceTier?: string;
	/** Allow prompt cache hits from earlier runs. */
	readonly usesCache: boolean;
}

/** Measures one request. `nonce` makes each prompt unique, to defeat the prompt cache. */
export async function measureModel(
	stream: StreamFn,
	model: Model,
	request: BenchRequest,
	nonce: string,
): Promise<BenchRun> {
	const { prompt, maxTokens, reasoning, serviceTier, usesCache } = request;
	const text = usesCache ? prompt : `[${nonce}] ${prompt}`;
	const context: Context = { messages: [{ role: "user", content: text, timestamp: 0 }] };
	const options = {
		maxTokens: Math.min(maxTokens, model.maxTokens),
		...(reasoning ? { reasoning } : { disableReasoning: true }),
		...(serviceTier && { serviceTier }),
		...(!usesCache && { cacheRetention: "none" as const }),
	};
	return measureReply(await stream(model, context, options).result());
}

function measureReply({ stopReason, errorMessage, usage, duration = 0, ttft }: AssistantMessage): BenchRun {
	if (stopReason === "error" || stopReason === "aborted") return { error: errorMessage ?? "The model failed" };
	const ttftMs = ttft ?? duration;
	const writingMs = duration - ttftMs;
	return {
		ttftMs,
		durationMs: duration,
		outputTokens: usage.output,
		tokensPerSecond: writingMs > 0 && usage.output > 1 ? usage.output / (writingMs / 1000) : undefined,
		cost: usage.cost.total,
	};
}
