import type { Effort } from "../../message.ts";
import type { Model, ModelThinking, ThinkingMode } from "../../model/model.ts";
import { compareVersions, parseVersion } from "../../model-id/model-version.ts";

type Described = Pick<Model, "id" | "api" | "provider" | "compat">;

/** Derives how to set the effort of a reasoning model from its family, version and protocol. */
export function deriveThinking(model: Described): ModelThinking {
	const id = resolveWireId(model);
	const family = families.find(({ pattern }) => pattern.test(id));
	const efforts = isOllama(model) ? ollamaEfforts : (family?.efforts(id) ?? everyEffort);
	return { mode: detectThinkingMode(id, model.api), efforts };
}

/** The host's name for the model, if different. */
function resolveWireId(model: Described): string {
	const sent = model.compat?.extraBody?.model;
	return typeof sent === "string" ? sent : model.id;
}

const everyEffort: readonly Effort[] = ["minimal", "low", "medium", "high", "xhigh"];
const ollamaEfforts: readonly Effort[] = ["low", "medium", "high", "max"];
const claude = /(^|[/.])claude[-.]/i;
const gemini = /gemini/i;

const families: ReadonlyArray<{ pattern: RegExp; efforts: (id: string) => readonly Effort[] }> = [
	{ pattern: claude, efforts: claudeEfforts },
	{ pattern: /gpt-oss/i, efforts: () => ["low", "medium", "high"] },
	{ pattern: /gpt-\d/i, efforts: gptEfforts },
	{ pattern: /(^|\/)o\d(-|$)/i, efforts: () => ["low", "medium", "high"] },
	{ pattern: gemini, efforts: geminiEfforts },
	{ pattern: /kimi-k3|(^|\/)k3/i, efforts: () => ["low", "high", "max"] },
	{ pattern: /deepseek-v[4-9].*flash|deepseek-flash/i, efforts: () => ["low", "high", "max"] },
	{ pattern: /deepseek-v[4-9]/i, efforts: () => ["high", "max"] },
	{ pattern: /glm-?5[.p-][2-9]/i, efforts: () => ["high", "max"] },
];

function claudeEfforts(id: string): readonly Effort[] {
	if (!isAdaptive(id)) return everyEffort;
	return atLeast(id, [4, 7]) ? ["low", "medium", "high", "xhigh", "max"] : ["low", "medium", "high", "max"];
}

function gptEfforts(id: string): readonly Effort[] {
	return atLeast(id, [5, 2]) ? ["low", "medium", "high", "xhigh"] : ["minimal", "low", "medium", "high"];
}

function geminiEfforts(id: string): readonly Effort[] {
	return atLeast(id, [3]) && /pro/i.test(id) ? ["low", "high"] : ["minimal", "low", "medium", "high"];
}

function detectThinkingMode(id: string, api: Model["api"]): ThinkingMode {
	const google = api.startsWith("google-");
	if (claude.test(id) && (api === "anthropic-messages" || api === "bedrock-converse-stream" || google)) {
		return isAdaptive(id) && api !== "google-gemini-cli" ? "anthropic-adaptive" : "budget";
	}
	if (google) return gemini.test(id) && atLeast(id, [3]) ? "google-level" : "budget";
	return api === "anthropic-messages" ? "budget" : "effort";
}

function isAdaptive(id: string): boolean {
	return atLeast(id, [4, 6]);
}

function atLeast(id: string, version: readonly number[]): boolean {
	return compareVersions(parseVersion(id), version) >= 0;
}

function isOllama(model: Described): boolean {
	return model.provider === "ollama" || model.provider === "ollama-cloud" || model.api === "ollama-chat";
}
