import { join } from "node:path";
import type { Facts } from "./facts.ts";
import { folderOf, type SourceName } from "./sources.ts";

/** Limits and modalities, as pairs of model id and facts; the more trusted source first. */
export async function readModelFacts(folder: string): Promise<Array<[id: string, facts: Facts]>> {
	const statements: Array<[string, Facts]> = [];
	for (const [name, file] of profileFiles) {
		const profiles = (await import(join(folderOf(folder, name), "dist", file))) as { default: Profiles };
		for (const [id, profile] of Object.entries(profiles.default)) statements.push([id, factsOfProfile(profile)]);
	}
	return [...statements, ...(await readOpenRouterFacts(folder))];
}

const profileFiles: ReadonlyArray<[SourceName, string]> = [
	["@langchain/openai", "chat_models/profiles.js"],
	["@langchain/anthropic", "profiles.js"],
	["@langchain/google", "chat_models/profiles.js"],
	["@langchain/groq", "profiles.js"],
	["@langchain/xai", "profiles.js"],
	["@langchain/deepseek", "profiles.js"],
	["@langchain/openrouter", "profiles.js"],
];

type Profiles = Record<
	string,
	{
		maxInputTokens?: number;
		maxOutputTokens?: number;
		reasoningOutput?: boolean;
		imageInputs?: boolean;
		toolCalling?: boolean;
	}
>;

function factsOfProfile(profile: Profiles[string]): Facts {
	return {
		contextWindow: profile.maxInputTokens || undefined,
		maxTokens: profile.maxOutputTokens || undefined,
		reasoning: profile.reasoningOutput,
		images: profile.imageInputs,
		tools: profile.toolCalling,
	};
}

interface OpenRouterMeta {
	id: string;
	name?: string;
	supports: { input: string[]; output: string[]; supports: string[] };
	context_window?: number;
	max_output_tokens?: number;
	pricing?: { text?: { input?: { normal?: number; cached?: number }; output?: { normal?: number } } };
}

/** The package exports only ids, so the records are parsed from its source. */
async function readOpenRouterFacts(folder: string): Promise<Array<[string, Facts]>> {
	const file = join(folderOf(folder, "@tanstack/ai-openrouter"), "dist/esm/model-meta.js");
	const text = await Bun.file(file).text();
	const records = [...text.matchAll(/^var \w+ = (\{\n\tid:[\s\S]*?^\});/gm)].map(([, literal]) =>
		parseLiteral(literal),
	);
	return records
		.filter((meta) => meta.supports.output.includes("text"))
		.map((meta) => [
			meta.id,
			{
				name: meta.name?.replace(/^[^:]+: /, ""),
				contextWindow: meta.context_window,
				maxTokens: meta.max_output_tokens,
				reasoning: meta.supports.supports.includes("reasoning"),
				images: meta.supports.input.includes("image"),
				// The list has parameters, and a host may support tools without tool choice.
				tools: meta.supports.supports.includes("toolChoice") || undefined,
				cost: readCost(meta),
			},
		]);
}

function readCost({ pricing }: OpenRouterMeta): Facts["cost"] {
	const input = pricing?.text?.input?.normal;
	const output = pricing?.text?.output?.normal;
	if (input === undefined || output === undefined) return undefined;
	// If cache writes cost, too, the source adds both prices, so neither is known.
	const cached = pricing?.text?.input?.cached;
	const cacheRead = cached !== undefined && cached > 0 && cached < input ? cached : input;
	return { input, output, cacheRead, cacheWrite: input };
}

function parseLiteral(literal: string | undefined): OpenRouterMeta {
	return Function(`return (${literal})`)() as OpenRouterMeta;
}
