import type { BenchRun } from "./measure-model.ts";

export interface ModelReport {
	readonly model: string;
	readonly runs: readonly BenchRun[];
	readonly failed: number;
	/** `null` without measurements. */
	readonly ttftMs: Spread | null;
	readonly tokensPerSecond: Spread | null;
	readonly outputTokens: Spread | null;
	readonly cost: number;
}

export interface Spread {
	readonly median: number;
	readonly min: number;
	readonly max: number;
}

export function buildReport(model: string, runs: readonly BenchRun[]): ModelReport {
	const worked = runs.flatMap((run) => ("error" in run ? [] : [run]));
	return {
		model,
		runs,
		failed: runs.length - worked.length,
		ttftMs: spread(worked.map(({ ttftMs }) => ttftMs)),
		tokensPerSecond: spread(worked.flatMap(({ tokensPerSecond }) => tokensPerSecond ?? [])),
		outputTokens: spread(worked.map(({ outputTokens }) => outputTokens)),
		cost: worked.reduce((sum, { cost }) => sum + cost, 0),
	};
}

/** Fastest first; models without measurements last. */
export function benchTable(reports: readonly ModelReport[]): string {
	const speed = ({ tokensPerSecond }: ModelReport) => tokensPerSecond?.median ?? -1;
	const sorted = [...reports].sort((a, b) => speed(b) - speed(a));
	const rows = [["model", "first token", "tokens/s", "range", "tokens", "cost", "failed"], ...sorted.map(cells)];
	const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	const pad = (cell: string, column: number) =>
		column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
	return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

function cells({ model, ttftMs, tokensPerSecond, outputTokens, cost, failed, runs }: ModelReport): string[] {
	return [
		model,
		ttftMs ? `${Math.round(ttftMs.median)} ms` : "-",
		tokensPerSecond ? tokensPerSecond.median.toFixed(1) : "-",
		tokensPerSecond ? `${tokensPerSecond.min.toFixed(1)}–${tokensPerSecond.max.toFixed(1)}` : "-",
		outputTokens ? `${outputTokens.median}` : "-",
		cost > 0 ? `$${cost.toFixed(4)}` : "-",
		failed > 0 ? `${failed}/${runs.length}` : "",
	];
}

function spread(values: readonly number[]): Spread | null {
	const sorted = [...values].sort((a, b) => a - b);
	const [min, max, median] = [sorted[0], sorted.at(-1), sorted[Math.floor(sorted.length / 2)]];
	return min === undefined || max === undefined || median === undefined ? null : { median, min, max };
}
