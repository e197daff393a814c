import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { splitLevel } from "@oh-my-pi/pi-ai/models/match/level-suffix";
import { rankFuzzy } from "@oh-my-pi/pi-ai/models/match/match-model";
import { isGlob, matchGlob } from "@oh-my-pi/pi-ai/models/match/model-glob";
import { compareProviders } from "@oh-my-pi/pi-ai/models/match/provider-preference";
import { levelsOf } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { commandRegistry, registryFlags } from "../../command/command-registry.ts";
import { modelTable, type ProviderModels } from "./model-table.ts";

export const flags = [...registryFlags, { name: "json", kind: "boolean", help: "Print one JSON document" }] as const;

const usage = `USAGE
  omp models [ls | find <text> | refresh | <provider>] [pattern] [--json]

  omp models               every model, with prices; ● can be used now, ○ says what is missing
  omp models find opus     what a name would select, and what else fits
  omp models anthropic     one provider's
  omp models refresh       ask providers that list their models again
`;

/** Lists models and missing credentials. */
export const models: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { registry, problems } = await commandRegistry(baseHost, args);
	const [action = "ls", ...words] = args.messages;
	await registry.probeLocalEngines();
	for (const problem of problems) await io.stderr.write(`Warning: ${problem}\n`);
	const json = args.flags.has("json");
	const pattern = words.join(" ");
	if (action === "refresh") return refresh(registry, io, json);
	if (action === "ls" || action === "find") await registry.askForLists();
	if (action === "find") return find(registry, io, pattern, json);
	if (action === "ls") return list(registry, io, registry.providerIds(), pattern, json);
	const provider = registry.providerIds().find((id) => id.toLowerCase() === action.toLowerCase());
	if (provider === undefined) {
		const problem = `Expected action to be one of: ls, find, refresh, or a provider; got "${action}"`;
		throw new CommandUsageError("models", problem, usage);
	}
	await registry.askForList(provider);
	return list(registry, io, [provider], pattern, json);
};

async function list(
	registry: ModelRegistry,
	io: CliIo,
	providers: readonly string[],
	pattern: string,
	json: boolean,
): Promise<number> {
	const groups = await grouped(registry, providers, (candidates) => filtered(candidates, pattern, registry));
	if (json)
		return printJson(
			io,
			registry,
			groups.flatMap(({ models: listed }) => listed),
		);
	if (groups.length > 0) await io.stdout.write(`${modelTable(groups)}\n`);
	await printSummary(registry, io, groups);
	return 0;
}

/** Matching models by provider, usable ones first. */
async function grouped(
	registry: ModelRegistry,
	providers: readonly string[],
	pass: (models: readonly Model[]) => readonly Model[],
): Promise<ProviderModels[]> {
	const groups = await Promise.all(
		providers.map(async (provider) => {
			const whyNot = registry.whyUnusable(provider);
			return { provider, models: pass(await registry.modelsOf(provider)), ...(whyNot !== undefined && { whyNot }) };
		}),
	);
	const shown = groups.filter((group) => group.models.length > 0);
	return [...shown.filter(({ whyNot }) => whyNot === undefined), ...shown.filter(({ whyNot }) => whyNot !== undefined)];
}

function filtered(models: readonly Model[], pattern: string, registry: ModelRegistry): readonly Model[] {
	if (pattern === "") return models;
	if (isGlob(pattern)) return matchGlob(pattern, models);
	return rankFuzzy(pattern, models, compareProviders(registry.preference()));
}

async function find(registry: ModelRegistry, io: CliIo, pattern: string, json: boolean): Promise<number> {
	if (pattern === "") throw new CommandUsageError("models", "find needs a pattern", usage);
	const words = splitLevel(pattern)?.pattern ?? pattern;
	const groups = await grouped(registry, registry.providerIds(), (candidates) => filtered(candidates, words, registry));
	if (json)
		return printJson(
			io,
			registry,
			groups.flatMap(({ models: listed }) => listed),
		);
	const selection = await selectModel(pattern, registry);
	if (groups.length > 0) await io.stdout.write(`${modelTable(groups)}\n\n`);
	if (selection.kind === "missing") {
		await io.stderr.write(`${selection.message}\n`);
		return groups.length > 0 ? 0 : 1;
	}
	const level = selection.thinkingLevel ? ` at ${selection.thinkingLevel}` : "";
	await io.stdout.write(`--model ${pattern} selects ${selectorOf(selection.model)}${level}\n`);
	return 0;
}

async function refresh(registry: ModelRegistry, io: CliIo, json: boolean): Promise<number> {
	await registry.clearCache();
	await io.stderr.write("Asking providers for their models…\n");
	const outcomes = await registry.refresh({ force: true });
	if (json) {
		await io.stdout.write(`${JSON.stringify({ refreshed: outcomes })}\n`);
		return 0;
	}
	for (const outcome of outcomes) {
		const result = "failure" in outcome ? `failed: ${outcome.failure}` : `${outcome.models} models`;
		await io.stdout.write(`${outcome.provider}: ${result}\n`);
	}
	if (outcomes.length === 0) await io.stdout.write("No usable provider lists its models.\n");
	return 0;
}

async function printSummary(registry: ModelRegistry, io: CliIo, groups: readonly ProviderModels[]): Promise<void> {
	const usable = groups.filter(({ whyNot, provider }) => whyNot === undefined && provider !== "offline");
	const total = groups.reduce((sum, { models: listed }) => sum + listed.length, 0);
	const failures = discoveryFailures(registry);
	if (usable.length === 0) {
		const advice = failures.length === 0 ? " Set API keys in environment variables." : "";
		await io.stdout.write(`${groups.length > 0 ? "\n" : ""}No models available.${advice}\n`);
	} else {
		const names = usable.map(({ provider, models: listed }) => `${provider} (${listed.length})`).join(", ");
		await io.stdout.write(`\n${total} models; usable now: ${names}\n`);
	}
	for (const { id, failure } of failures) {
		await io.stderr.write(`Could not list the models of ${id}: ${failure}\n`);
	}
}

/** Ignores local engines that are not running. */
function discoveryFailures(registry: ModelRegistry): Array<{ id: string; failure: string }> {
	return registry.providerIds().flatMap((id) => {
		const failure = registry.findProvider(id)?.local ? undefined : registry.discoveryFailure(id);
		return failure === undefined ? [] : [{ id, failure }];
	});
}

async function printJson(io: CliIo, registry: ModelRegistry, shown: readonly Model[]): Promise<number> {
	const records = shown.map((model) => {
		const whyNot = registry.whyUnusable(model.provider);
		return {
			provider: model.provider,
			id: model.id,
			selector: selectorOf(model),
			name: model.name,
			contextWindow: model.contextWindow,
			maxTokens: model.maxTokens,
			reasoning: model.reasoning,
			thinking: model.reasoning ? levelsOf(model) : null,
			input: model.input,
			cost: model.cost,
			usable: whyNot === undefined,
			...(whyNot !== undefined && { whyNot }),
		};
	});
	await io.stdout.write(`${JSON.stringify({ models: records })}\n`);
	return 0;
}
