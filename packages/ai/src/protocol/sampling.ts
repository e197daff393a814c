import type { StreamOptions } from "./stream-options.ts";

const fields = [
	"temperature",
	"topP",
	"topK",
	"minP",
	"presencePenalty",
	"frequencyPenalty",
	"repetitionPenalty",
] as const;
type SamplingField = (typeof fields)[number];

/** The sampling parameters under their wire names; -1 leaves one to the provider. */
export function encodeSampling(
	options: StreamOptions,
	wireNames: Partial<Record<SamplingField, string>>,
): Record<string, number> {
	const sampling: Record<string, number> = {};
	for (const field of fields) {
		const value = options[field];
		const wireName = wireNames[field];
		if (wireName && value !== undefined && value !== -1) sampling[wireName] = value;
	}
	return sampling;
}
