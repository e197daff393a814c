import { recordModelSpeed } from "@oh-my-pi/pi-ai/auth/store/model-speed";
import type { Effort } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError, CommandUsageError, UsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { type ParsedArgs, parseArgs } from "../../../startup/parse-args.ts";
import { commandRegistry, registryFlags } from "../../command/command-registry.ts";
import { benchTable, buildReport, type ModelReport } from "./bench-report.ts";
import { type BenchRun, measureModel } from "./measure-model.ts";

export const flags = [
	{ name: "runs", kind: "string", value: "count", help: "Requests per model; 10 by default" },
	{ name: "max-tokens", kind: "string", value: "count", help: "Output limit per request; 512 by default" },
	{ name: "par", kind: "string", value: "count", help: "Parallel requests; 4 by default" },
	{ name: "prompt", kind: "string", value: "text", help: "The prompt to send" },
	{ name: "service-tier", kind: "string", value: "tier", help: "Service tier to request" },
	{ name: "cache", kind: "boolean", help: "Allow the prompt cache" },
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	...registryFlags,
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp bench <models…> [--runs 10] [--max-tokens 512] [--par 4] [--prompt <text>] [--service-tier <tier>] [--cache] [--json]

  Asks each model the same several times and tells how long the first token takes and how fast the others come. A name may
  end with a thinking level, as in sonnet:high. What is measured is also shown in the list of models.
`;

const defaultPrompt = "Explain in plain words how a hash table works, with a short example in Python.";

/** Measures time to first token and tokens per second of models. */
export const bench: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (args.messages.length === 0) throw new CommandUsageError("bench", "Expected at least one model", usage);
	const [runs, maxTokens, par] = [count(args, "runs", 10), count(args, "max-tokens", 512), count(args, "par", 4)];
	const { registry, settings, host } = await commandRegistry(baseHost, args);
	const chosen = await Promise.all(args.messages.map((name) => findModel(name, registry)));
	const { modelStream } = await import("../../../models/model-stream.ts");
	const stream = modelStream({ host, registry, settings });
	const request = { prompt: text(args, "prompt") ?? defaultPrompt, maxTokens, usesCache: args.flags.has("cache") };
	const serviceTier = text(args, "service-tier");
	const jobs = chosen.flatMap(({ model, reasoning }) =>
		Array.from({ length: runs }, () => ({
			model,
			request: { ...request, ...(reasoning && { reasoning }), ...(serviceTier && { serviceTier }) },
		})),
	);
	await io.stderr.write(`Asking ${chosen.length} ${chosen.length === 1 ? "model" : "models"} ${runs} times each…\n`);
	const measured = await inParallel(jobs, par, (job) => measureModel(stream, job.model, job.request, host.newId()));
	const reports = chosen.map(({ model }, index) =>
		buildReport(selectorOf(model), measured.slice(index * runs, (index + 1) * runs)),
	);
	await keepSpeeds(reports, registry);
	await print(reports, io, args.flags.has("json"));
	return reports.some(({ failed }) => failed === runs) ? 1 : 0;
};

function text(args: ParsedArgs, name: string): string | undefined {
	const value = args.flags.get(name);
	return typeof value === "string" ? value : undefined;
}

function count(args: ParsedArgs, name: string, fallback: number): number {
	const raw = text(args, name);
	const value = raw === undefined ? fallback : Number(raw);
	if (!Number.isInteger(value) || value < 1)
		throw new UsageError(`--${name} takes a whole number from 1 on, not ${raw}`);
	return value;
}

async function findModel(name: string, registry: ModelRegistry): Promise<{ model: Model; reasoning?: Effort }> {
	const selection = await selectModel(name, registry);
	if (selection.kind === "missing") throw new CliError(selection.message);
	const { model, thinkingLevel } = selection;
	const isEffort = thinkingLevel !== undefined && thinkingLevel !== "off" && thinkingLevel !== "auto";
	return { model, ...(isEffort && { reasoning: thinkingLevel }) };
}

/** Runs jobs with limited concurrency; results are in the order of the jobs. */
async function inParallel<Job>(
	jobs: readonly Job[],
	workers: number,
	work: (job: Job) => Promise<BenchRun>,
): Promise<BenchRun[]> {
	const results: BenchRun[] = [];
	const waiting = jobs.entries();
	const worker = async () => {
		for (const [index, job] of waiting) results[index] = await work(job);
	};
	await Promise.all(Array.from({ length: workers }, worker));
	return results;
}

async function keepSpeeds(reports: readonly ModelReport[], registry: ModelRegistry): Promise<void> {
	const known = reports.filter(({ tokensPerSecond }) => tokensPerSecond !== null);
	if (known.length === 0) return;
	const { database } = await registry.store.open();
	for (const { model, tokensPerSecond } of known)
		if (tokensPerSecond) recordModelSpeed(database, model, tokensPerSecond.median);
}

async function print(reports: readonly ModelReport[], io: CliIo, json: boolean): Promise<void> {
	if (json) return io.stdout.write(`${JSON.stringify({ models: reports })}\n`);
	await io.stdout.write(`${benchTable(reports)}\n`);
	for (const { model, runs } of reports) {
		const problem = runs.find((run) => "error" in run);
		if (problem && "error" in problem) await io.stderr.write(`${model}: ${problem.error}\n`);
	}
}
