import { parseArgs } from "node:util";
import { repositoryRoot } from "../repository-root.ts";
import { baseline } from "./baseline.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { benchmarks } from "./benchmarks.ts";
import { isBroken, lowest, report } from "./report.ts";
import { setUp } from "./set-up.ts";

const usage = `Usage: bun run bench [--json] [${benchmarks.map(({ name }) => name).join(" | ")}]…`;

async function bench(args: readonly string[]): Promise<number> {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: { json: { type: "boolean" } },
		allowPositionals: true,
	});
	const unknown = positionals.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
	if (unknown) throw new Error(`No benchmark ${unknown}. ${usage}`);
	await using setting = await setUp(repositoryRoot);
	const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
	const measure = (benchmark: Benchmark) =>
		benchmark.run(setting.bench).catch((error) => [notMeasured(benchmark, error)]);
	const baselines = await baseline(setting.bench);
	const measured = new Map<Benchmark, readonly Figure[]>();
	for (const benchmark of chosen) measured.set(benchmark, await measure(benchmark));
	// Other programs can only make a figure worse, and may do so for minutes: what broke its limit is measured again at the end.
	for (let round = 0; round < 2; round++) {
		for (const [benchmark, figures] of measured) {
			if (figures.some(isBroken)) measured.set(benchmark, lowest(figures, await measure(benchmark)));
		}
	}
	const figures = [...baselines, ...[...measured.values()].flat()];
	console.log(values.json ? JSON.stringify(figures, null, 2) : report(figures));
	return figures.some(isBroken) ? 1 : 0;
}

/** Counts as broken, and says why below the table. */
function notMeasured({ name }: Benchmark, error: unknown): Figure {
	return { name: `${name}: not measured`, value: Number.NaN, unit: "ms", limit: 0, notes: [`${name}: ${error}`] };
}

try {
	process.exitCode = await bench(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
}
