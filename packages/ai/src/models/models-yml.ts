import { readFile } from "node:fs/promises";
import type { Compat } from "../compat.ts";
import type { Api } from "../message.ts";
import type { Model, ModelCost, ModelThinking } from "../model.ts";

export interface ModelEntry {
	readonly id: string;
	readonly name?: string;
	readonly api?: Api;
	readonly reasoning?: boolean;
	readonly thinking?: ModelThinking;
	readonly input?: Model["input"];
	readonly cost?: Partial<ModelCost>;
	readonly contextWindow?: number;
	readonly maxTokens?: number;
	readonly headers?: Record<string, string>;
	readonly compat?: Compat;
}

export interface ProviderEntry {
	readonly baseUrl?: string;
	readonly apiKey?: string;
	readonly api?: Api;
	readonly auth?: "apiKey" | "none" | "oauth";
	readonly authHeader?: boolean;
	readonly headers?: Record<string, string>;
	readonly compat?: Compat;
	readonly models?: readonly ModelEntry[];
}

export interface ModelsConfig {
	readonly providers: Readonly<Record<string, ProviderEntry>>;
}

export type ModelsConfigResult = { readonly config: ModelsConfig } | { readonly problem: string };

const empty: ModelsConfig = { providers: {} };

/** Reads the user's own providers. A file that cannot be used is a problem to show, never a reason not to start. */
export async function loadModelsYml(path: string): Promise<ModelsConfigResult> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { config: empty };
		return { problem: `${path}: ${error instanceof Error ? error.message : String(error)}` };
	}
	return parseModelsYml(text, path);
}

export function parseModelsYml(text: string, path: string): ModelsConfigResult {
	let root: unknown;
	try {
		root = Bun.YAML.parse(text);
	} catch (error) {
		return { problem: `${path}: ${error instanceof Error ? error.message : String(error)}` };
	}
	if (root === null || root === undefined) return { config: empty };
	const problem = findProblem(root);
	return problem ? { problem: `${path}: ${problem}` } : { config: root as ModelsConfig };
}

/** The first thing wrong with the document, as `field: what it must be`. */
function findProblem(root: unknown): string | undefined {
	if (!isRecord(root)) return "must be a mapping with the key `providers`";
	const providers = root.providers ?? {};
	if (!isRecord(providers)) return "providers: must be a mapping from provider id to its settings";
	for (const [id, provider] of Object.entries(providers)) {
		const problem = isRecord(provider) ? providerProblem(provider) : "must be a mapping";
		if (problem) return `providers.${id}${problem.startsWith("must") ? ": " : "."}${problem}`;
	}
	return undefined;
}

function providerProblem(provider: Record<string, unknown>): string | undefined {
	for (const field of ["baseUrl", "apiKey", "api"]) {
		if (provider[field] !== undefined && typeof provider[field] !== "string") return `${field}: must be a string`;
	}
	const models = provider.models ?? [];
	if (!Array.isArray(models)) return "models: must be a list";
	if (models.length > 0 && !provider.baseUrl) return "baseUrl: must be given when the provider has models";
	if (models.length > 0 && !provider.apiKey && provider.auth !== "none") {
		return "apiKey: must be given unless auth is `none`";
	}
	for (const [index, model] of models.entries()) {
		if (!isRecord(model) || typeof model.id !== "string") return `models[${index}].id: must be a string`;
		if (!model.api && !provider.api) return `models[${index}].api: must be given here or on the provider`;
		for (const field of ["contextWindow", "maxTokens"]) {
			const value = model[field];
			if (value !== undefined && !(typeof value === "number" && value > 0)) {
				return `models[${index}].${field}: must be a positive number`;
			}
		}
	}
	return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
