import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type ModelServer, modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Bench, Benchmark } from "../benchmark.ts";
import { advisorLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { median } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";
import { startInTerminal } from "../omp-in-terminal.ts";
import { startOmp } from "../omp-over-pipes.ts";
import { startTurns } from "../turns-model.ts";

const turns = 60;
const idleMs = 10_000;

/** The advisor: what it costs while it is off, and what it adds to each turn of the model it watches. */
export const advisor: Benchmark = {
	name: "advisor",
	async run(bench) {
		const loaded = await loadedWhileOff(bench);
		await using primary = await startTurns(bench, { callsPerPrompt: turns, contextWindow: 2_000_000 });
		await using instant = await modelServer({ otherwise: () => text("ok") });
		using silent = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: () => new Promise(() => {}) });
		const args = async (url: string) => [...primary.selectors, "--advisor", "--config", await writeConfig(bench, url)];
		await addProviders(bench, { instant: instant.url, silent: `http://127.0.0.1:${silent.port}` });
		const off = await perTurn(bench, primary.selectors);
		const answering = await perTurn(bench, await args("instant/a"));
		const dead = await perTurn(bench, await args("silent/a"));
		silent.stop(true);
		const idleCpu = await idleCpuMs(bench, instant, await args("instant/a"));
		return [
			{ name: "advisor, its sources loaded while it is off", value: loaded, unit: "KB", limit: advisorLimits.loaded },
			{
				name: "advisor that answers at once, added to a turn",
				value: answering - off,
				unit: "ms",
				limit: advisorLimits.answering,
				notes: ["advisor: both models answer at once on the same machine, so their requests compete for it."],
			},
			{
				name: "advisor that never answers, added to a turn",
				value: dead - off,
				unit: "ms",
				limit: advisorLimits.silent,
			},
			{ name: "advisor on and nothing to do for 10 s, CPU", value: idleCpu, unit: "ms", limit: advisorLimits.idleCpu },
		];
	},
};

/** Of its folder, except for the feature's own line and what names it. */
async function loadedWhileOff(bench: Bench): Promise<number> {
	await using model = await startModel(bench);
	const loaded = await loadedModules(bench, ["-p", "hi", ...model.selectors]);
	const own = loaded.flatMap((line) => /^ {4}(.*features\/advisor\/\S+) (\d+)$/.exec(line)?.slice(1) ?? []);
	if (!own.some((path) => path.endsWith("feature.ts"))) throw new Error("the list of sources is not complete");
	const files = own.flatMap((path, index) => (index % 2 === 0 ? [{ path, bytes: Number(own[index + 1]) }] : []));
	return (
		files.filter(({ path }) => !/feature\.ts$|advisor-key\.ts$/.test(path)).reduce((sum, { bytes }) => sum + bytes, 0) /
		1024
	);
}

async function perTurn(bench: Bench, args: readonly string[]): Promise<number> {
	const spans: number[] = [];
	for (let round = 0; round < 3; round++) {
		await using omp = await startOmp(bench, args);
		const ends = await omp.prompt("go");
		spans.push(median(ends.slice(1, turns).map((end, index) => end - (ends[index] ?? 0))));
	}
	return Math.min(...spans);
}

/** At a screen, after a turn that was reviewed. */
async function idleCpuMs(bench: Bench, advising: ModelServer, args: readonly string[]): Promise<number> {
	await using model = await startModel(bench);
	await addProviders(bench, { instant: advising.url });
	const reviews = advising.requests.length;
	await using omp = startInTerminal(bench, [...model.selectors, ...args.slice(args.indexOf("--advisor"))]);
	await omp.shows("Scripted");
	omp.type("hello\r");
	await omp.shows("Hello from the scripted model.");
	await omp.watch.settle(2000, () => false);
	if (advising.requests.length === reviews) throw new Error("the advisor has reviewed nothing");
	const before = omp.cpuMs();
	await Bun.sleep(idleMs);
	return omp.cpuMs() - before;
}

async function addProviders(bench: Bench, urls: Readonly<Record<string, string>>): Promise<void> {
	const path = join(bench.env.HOME ?? "", ".omp/agent/models.yml");
	const added = Object.entries(urls).map(
		([name, url]) =>
			`  ${name}:\n    baseUrl: ${url}\n    apiKey: key\n    api: anthropic-messages\n    models:\n      - { id: a, name: A, contextWindow: 200000, maxTokens: 4096 }\n`,
	);
	await Bun.write(path, `${await Bun.file(path).text()}${added.join("")}`);
}

async function writeConfig(bench: Bench, model: string): Promise<string> {
	await mkdir(bench.scratch, { recursive: true });
	const path = join(bench.scratch, `advisor-${model.replace("/", "-")}.yml`);
	await Bun.write(path, `modelRoles:\n  advisor: ${model}\n`);
	return path;
}
