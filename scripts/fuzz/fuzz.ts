import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "../repository-root.ts";
import { fuzz } from "./fuzz-run.ts";
import type { FuzzFailure } from "./fuzz-target.ts";
import { findGrowth } from "./growth.ts";
import { findTarget, fuzzTargets } from "./targets.ts";

const names = Object.keys(fuzzTargets);
const usage = `Usage: bun run fuzz [${names.join(" | ")}]… [--seed N] [--seconds N] [--replay FILE]`;
const DEFAULT_SECONDS = 30;

async function main(args: readonly string[]): Promise<number> {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: { seed: { type: "string" }, seconds: { type: "string" }, replay: { type: "string" } },
		allowPositionals: true,
	});
	if (values.replay !== undefined) return replay(values.replay);
	const unknown = positionals.find((name) => !names.includes(name));
	if (unknown !== undefined) throw new Error(`No target ${unknown}. ${usage}`);
	const seconds = numberIn(values.seconds) ?? DEFAULT_SECONDS;
	const seed = numberIn(values.seed) ?? Math.floor(Math.random() * 2 ** 32);
	let failed = 0;
	for (const name of positionals.length > 0 ? positionals : names) {
		console.log(`${name}: seed ${seed}, ${seconds} s`);
		const report = await fuzz(name, { seed, seconds });
		console.log(`${name}: ${report.count} cases in ${Math.round(report.seconds)} s, ${report.failures.length} failed`);
		for (const failure of report.failures) await show(failure);
		failed += report.failures.length;
	}
	return failed > 0 ? 1 : 0;
}

async function show(failure: FuzzFailure): Promise<void> {
	const folder = join(repositoryRoot, "dist", "fuzz");
	const path = join(folder, `${failure.target}-${failure.seed}-${failure.index}.json`);
	await mkdir(folder, { recursive: true });
	await writeFile(path, `${JSON.stringify(failure, null, "\t")}\n`);
	const what = failure.shape ?? failure.input;
	console.log(`\n${failure.target} ${failure.kind}: ${failure.message}`);
	console.log(`  seed ${failure.seed}, case ${failure.index}, ${JSON.stringify(what).slice(0, 1000)}`);
	console.log(`  bun run fuzz --replay ${relative(process.cwd(), path)}\n`);
}

/** Runs a failure again and lets its error through. */
async function replay(path: string): Promise<number> {
	const failure: FuzzFailure = JSON.parse(await readFile(path, "utf8"));
	const target = await findTarget(failure.target);
	if (failure.kind === "slow" && failure.shape) {
		const ratio = await findGrowth((input) => target.run(input), failure.shape);
		console.log(ratio === undefined ? "Not slow any more" : `Four times the input takes ${ratio} times as long`);
		return ratio === undefined ? 0 : 1;
	}
	await target.run(failure.input);
	console.log("Passes");
	return 0;
}

function numberIn(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (!Number.isInteger(number) || number < 0) throw new Error(`Not a number: ${text}. ${usage}`);
	return number;
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(error);
	process.exitCode = 2;
}
