import type { Api, Effort } from "../message.ts";
import type { Compat } from "./compat.ts";

/** USD per million tokens. */
export interface ModelCost {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	tiers?: ReadonlyArray<{
		inputTokensAbove: number;
		input?: number;
		output?: number;
		cacheRead?: number;
		cacheWrite?: number;
	}>;
}

export type ThinkingMode = "effort" | "budget" | "google-level" | "anthropic-adaptive" | "anthropic-budget-effort";

/** How the effort of a reasoning model is set. */
export interface ModelThinking {
	mode: ThinkingMode;
	efforts: readonly Effort[];
	effortMap?: Partial<Record<Effort, string>>;
	effortBudgets?: Partial<Record<Effort, number>>;
	requiresEffort?: boolean;
	suppressWhenOff?: boolean;
	defaultLevel?: Effort;
}

/** One model of one provider, identified by `provider/id`. */
export interface Model {
	id: string;
	name: string;
	provider: string;
	api: Api;
	baseUrl: string;
	reasoning: boolean;
	thinking?: ModelThinking;
	input: ReadonlyArray<"text" | "image">;
	supportsTools?: boolean;
	cost: ModelCost;
	contextWindow: number;
	maxTokens: number;
	maxInputTokens?: number;
	omitMaxOutputTokens?: boolean;
	headers?: Readonly<Record<string, string>>;
	compat?: Compat;
	transport?: "pi-native";
	imageInputDecoder?: "stb";
	contextPromotionTarget?: string;
	compactionModel?: string;
	remoteCompaction?: unknown;
	premiumMultiplier?: number;
	applyPatchToolType?: "freeform";
	supportsComputerUse?: boolean;
	releaseDate?: string;
}

export function selectorOf(model: Pick<Model, "provider" | "id">): string {
	return `${model.provider}/${model.id}`;
}
