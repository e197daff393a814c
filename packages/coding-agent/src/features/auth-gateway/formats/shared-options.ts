import { type Effort, efforts, type ToolChoice } from "@oh-my-pi/pi-ai/message";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { expected, type Fields, number, optional, text, texts } from "./read-fields.ts";

/** Sampling as all formats name it. */
export function samplingOptions(body: Fields): StreamOptions {
	return defined({
		temperature: optional(body.temperature, "temperature", number),
		topP: optional(body.top_p, "top_p", number),
		topK: optional(body.top_k, "top_k", number),
		minP: optional(body.min_p, "min_p", number),
		presencePenalty: optional(body.presence_penalty, "presence_penalty", number),
		frequencyPenalty: optional(body.frequency_penalty, "frequency_penalty", number),
		repetitionPenalty: optional(body.repetition_penalty, "repetition_penalty", number),
		stopSequences: optional(body.stop ?? body.stop_sequences, "stop", texts),
		serviceTier: optional(body.service_tier, "service_tier", text),
		promptCacheKey: optional(body.prompt_cache_key, "prompt_cache_key", text),
	});
}

/** An effort by name; `none` switches thinking off. */
export function effortOptions(value: unknown, path: string): StreamOptions {
	if (value === undefined || value === null) return {};
	if (value === "none") return { disableReasoning: true };
	if (efforts.includes(value as Effort)) return { reasoning: value as Effort };
	throw expected(path, `one of none, ${efforts.join(", ")}`);
}

/** A number of tokens to think with, as the nearest effort that is requested exactly so many. */
export function budgetOptions(tokens: number): StreamOptions {
	const effort: Effort = tokens <= 2048 ? "low" : tokens <= 8192 ? "medium" : tokens <= 24_576 ? "high" : "xhigh";
	return { reasoning: effort, thinkingBudgets: { [effort]: tokens } };
}

export function functionChoice(value: unknown, path: string): ToolChoice | undefined {
	if (value === undefined || value === null) return undefined;
	if (value === "auto" || value === "none" || value === "required") return value;
	if (typeof value !== "object") throw expected(path, '"auto", "none", "required" or a function');
	const { function: chosen, name } = value as Fields;
	const named = name ?? (typeof chosen === "object" && chosen !== null ? (chosen as Fields).name : undefined);
	return { type: "function", name: text(named, `${path}.name`) };
}

/** Without what is undefined. */
export function defined<Value extends object>(value: Value): Value {
	return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;
}
