import type { Api } from "../../message.ts";
import type { Compat } from "../../model/compat.ts";
import type { Model, ModelCost, ModelThinking } from "../../model/model.ts";
import type { Discovery } from "../../model/provider.ts";
import type { Equivalence } from "../match/equivalence.ts";

/** What can be changed of a model, by `modelOverrides` or by listing it again. */
export interface ModelFields {
	readonly name?: string;
	readonly reasoning?: boolean;
	readonly thinking?: ModelThinking;
	readonly input?: Model["input"];
	readonly imageInputDecoder?: "stb";
	readonly supportsTools?: boolean;
	readonly cost?: Partial<ModelCost>;
	readonly premiumMultiplier?: number;
	readonly contextWindow?: number;
	readonly maxTokens?: number;
	readonly omitMaxOutputTokens?: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly compat?: Compat;
	readonly contextPromotionTarget?: string;
	readonly compactionModel?: string;
	readonly remoteCompaction?: unknown;
}

export interface ModelEntry extends ModelFields {
	readonly id: string;
	readonly api?: Api;
	readonly baseUrl?: string;
	readonly maxInputTokens?: number;
}

/** A provider in `models.yml`, or one that an extension registers. */
export interface ProviderEntry {
	readonly baseUrl?: string;
	readonly apiKey?: string;
	readonly api?: Api;
	readonly auth?: "apiKey" | "none" | "oauth";
	readonly authHeader?: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly transport?: "pi-native";
	readonly disableStrictTools?: boolean;
	readonly compat?: Compat;
	readonly remoteCompaction?: unknown;
	readonly discovery?: Discovery;
	readonly modelOverrides?: Readonly<Record<string, ModelFields>>;
	readonly models?: readonly ModelEntry[];
}

export interface ModelsConfig {
	readonly providers: Readonly<Record<string, ProviderEntry>>;
	readonly equivalence?: Equivalence;
}

export const emptyModelsConfig: ModelsConfig = { providers: {} };
