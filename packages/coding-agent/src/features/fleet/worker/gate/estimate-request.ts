import type { Context } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { nanosPerToken } from "../../../../budget/prices.ts";
import { measureContext, promptTokensAtMost, tierFactor } from "../../../../budget/worst-case.ts";

/** The most that a request can take. */
export function estimateRequest(
	model: Model,
	context: Context,
	options: StreamOptions,
): { readonly tokens: number; readonly usd: number } {
	const prompt = promptTokensAtMost(measureContext(context), undefined);
	const output = Math.min(options.maxTokens ?? Number.POSITIVE_INFINITY, model.maxTokens);
	const price = nanosPerToken(model.cost, tierFactor(model, options));
	return { tokens: prompt + output, usd: (prompt * price.input + output * price.output) / 1e9 };
}
