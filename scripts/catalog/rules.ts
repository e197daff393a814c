import type { RowExtra } from "../../packages/ai/src/catalog/shard.ts";
import type { Facts } from "./facts.ts";

/** A model that no source lists for the provider: its id and additional facts. */
export type AddedModel =
	| string
	| ({ readonly id: string /** The model whose facts apply. */; readonly is?: string } & Facts);

/** How the records of one provider are built. All manual decisions about the catalog are here. */
export interface ProviderRule {
	/** Its name in the registry of providers. */
	readonly listed?: string;
	/** Its name in the price book. */
	readonly prices?: string;
	/** Uses the ids of other providers. */
	readonly like?: readonly string[];
	readonly only?: RegExp;
	readonly not?: RegExp;
	readonly add?: readonly AddedModel[];
	/** Skips models without facts. */
	readonly knownOnly?: boolean;
	/** A subscription without per-token billing. */
	readonly plan?: boolean;
	/** Context windows smaller than the vendor's. */
	readonly maxContextWindow?: (id: string) => number;
	/** Additional fields of a record, given the registry's client library. */
	readonly extra?: (id: string, client: string | undefined) => RowExtra;
	/** Displays a model under another id than is sent to the host. */
	readonly shownAs?: (id: string) => string;
	/** The model of an opaque id. */
	readonly is?: Readonly<Record<string, string>>;
}

/** Ids of models that cannot chat with tools. */
export const notLanguage =
	/embed|image|imagine|tts|whisper|realtime|-live|audio|speech|moderation|guard|veo-|lyria|rerank|ocr|transcri|video|wan2|wan-|happyhorse|dall-e|sora|kling|flux|diffusion|orpheus|voxtral|deep-research|computer-use|search-preview|search-api|translate|omni-flash|:batch|safety|reward|retriev|parse$|detector|pii|calibration|cosmos|bge-|e5-|nv-|clip|seedream|seedance|recraft|ideogram|upscale|music|esm|paligemma|^~|openrouter\/(bodybuilder|fusion|pareto)|relace-search/i;

/** Limits of families whose newest models are missing in the sources. */
export const familyLimits: ReadonlyArray<[family: RegExp, limits: Facts]> = [
	[/claude-(opus|sonnet|fable)-(4[.-][6-9]|[5-9])/, { contextWindow: 1_000_000, maxTokens: 128_000, images: true }],
	[/claude-/, { contextWindow: 200_000, maxTokens: 64_000, images: true }],
	[/gpt-[6-9]/, { contextWindow: 1_050_000, maxTokens: 128_000, images: true }],
	[/gpt-5/, { contextWindow: 400_000, maxTokens: 128_000, images: true }],
	[/gpt-oss/, { contextWindow: 131_072, maxTokens: 65_536 }],
	[/gemini-[2-9]/, { contextWindow: 1_048_576, maxTokens: 65_536, images: true }],
	[/grok-4[.-]\d/, { contextWindow: 500_000, maxTokens: 64_000, images: true }],
	[/deepseek-v[4-9]|deepseek-flash/, { contextWindow: 1_000_000, maxTokens: 131_072, reasoning: true }],
	[/deepseek-v3/, { contextWindow: 163_840, maxTokens: 65_536 }],
	[/glm-?5/, { contextWindow: 202_752, maxTokens: 101_376 }],
	[/glm-?4/, { contextWindow: 128_000, maxTokens: 64_000 }],
	[/mimo-v2/, { contextWindow: 1_050_000, maxTokens: 131_072 }],
	[/kimi-k[23]/, { contextWindow: 262_144, maxTokens: 131_072 }],
	[/qwen3[.-]8/, { contextWindow: 1_000_000, maxTokens: 131_072 }],
	[/qwen-?3/, { contextWindow: 262_144, maxTokens: 65_536 }],
	[/muse-spark/, { contextWindow: 1_048_576, maxTokens: 131_072, reasoning: true }],
	[/nemotron-3/, { contextWindow: 262_144, maxTokens: 65_536 }],
];

/** Corrections of wrong facts, or of facts that only apply to special requests. */
export const corrections: ReadonlyArray<[model: RegExp, facts: Facts]> = [
	[/claude-(sonnet-4([.-]5|@|$|-2)|haiku|opus-4([.-][15]|@|$|-2)|3)/, { contextWindow: 200_000 }],
	[/gpt-4o/, { maxTokens: 16_384 }],
];
