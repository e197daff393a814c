import type { Reply } from "../../reply.ts";
import type { WireUsage } from "./wire.ts";

/** Books the tokens. The prompt count includes the cached part; `output` includes the reasoning. */
export function takeUsage(reply: Reply, usage: WireUsage): void {
	const prompt = usage.prompt_tokens ?? 0;
	const completion = usage.completion_tokens ?? 0;
	const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? undefined;
	const cacheRead =
		usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0;
	const cacheWrite = usage.prompt_tokens_details?.cache_write_tokens ?? 0;
	// Some hosts count reasoning apart from the completion; only the total tells.
	const apart = reasoning !== undefined && usage.total_tokens === prompt + completion + reasoning;
	reply.setUsage({
		input: Math.max(0, prompt - cacheRead - cacheWrite),
		output: apart ? completion + reasoning : completion,
		cacheRead,
		cacheWrite,
		...(reasoning !== undefined && { reasoningTokens: reasoning }),
	});
	if (typeof usage.cost === "number") reply.chargedUsd = usage.cost;
}
