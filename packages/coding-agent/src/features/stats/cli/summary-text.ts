import type { Aggregate } from "../queries/aggregate.ts";
import { isShort, type Range } from "../queries/range.ts";
import type { StatsAnswers } from "../queries/stats-answers.ts";

const barWidth = 12;
const bars = "▁▂▃▄▅▆▇█";
/** The days of the line of bars. */
const shownDays = 60;

/** The numbers as text with bars, for a terminal. */
export function summaryText(stats: ReturnType<StatsAnswers["stats"]>, range: Range = "all"): string {
	const { overall, byModel, byFolder, byAgentType, timeSeries } = stats;
	if (overall.totalRequests === 0)
		return range === "all" ? "No requests yet.\n" : `No requests in the last ${range}.\n`;
	const days = timeSeries.slice(-shownDays);
	return [
		`${count(overall.totalRequests)} requests, ${count(overall.failedRequests)} errors (${percent(overall.errorRate)}), ${money(overall.totalCost)}`,
		`${count(allInput(overall))} tokens in (${percent(overall.cacheRate)} cached, ${saved(overall.cacheSavings)}), ${count(overall.totalOutputTokens)} out`,
		`${seconds(overall.avgDuration)} a request, first token after ${seconds(overall.avgTtft)}, ${speed(overall)} tokens/s`,
		...(overall.totalPremiumRequests > 0 ? [`${count(overall.totalPremiumRequests)} premium requests`] : []),
		...(byAgentType.length > 1
			? [byAgentType.map((row) => `${agentNames[row.agentType]} ${percent(share(row, overall))}`).join(", ")]
			: []),
		...(days.length > 1
			? [
					"",
					`Cost ${isShort(range) ? "an hour" : "a day"}  ${sparkline(days.map(({ totalCost }) => totalCost))}  up to ${money(Math.max(...days.map(({ totalCost }) => totalCost)))}`,
				]
			: []),
		"",
		...table("Model", byModel, ({ provider, model }) => `${provider}/${model}`),
		"",
		...table("Folder", byFolder, ({ folder }) => folder),
		"",
	].join("\n");
}

const agentNames = { main: "Sessions", subagent: "sub-agents", advisor: "advisor" } as const;

function table<Row extends Aggregate>(title: string, rows: readonly Row[], readName: (row: Row) => string): string[] {
	const most = Math.max(...rows.map(({ totalCost }) => totalCost));
	const cells = [
		[title, "requests", "errors", "in", "out", "cached", "saved", "tokens/s", "cost", ""],
		...rows.map((row) => [
			readName(row),
			count(row.totalRequests),
			count(row.failedRequests),
			count(allInput(row)),
			count(row.totalOutputTokens),
			percent(row.cacheRate),
			money(row.cacheSavings),
			speed(row),
			money(row.totalCost),
			most > 0 ? "█".repeat(Math.round((row.totalCost / most) * barWidth)) : "",
		]),
	];
	const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
	const isText = (column: number, row: readonly string[]) => column === 0 || column === row.length - 1;
	return cells.map((row) =>
		row
			.map((cell, column) =>
				isText(column, row) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join("  ")
			.trimEnd(),
	);
}

function sparkline(values: readonly number[]): string {
	const most = Math.max(...values);
	return values.map((value) => bars[most > 0 ? Math.round((value / most) * (bars.length - 1)) : 0]).join("");
}

function share(row: Aggregate, overall: Aggregate): number {
	return overall.totalTokens === 0 ? 0 : row.totalTokens / overall.totalTokens;
}

function allInput({ totalInputTokens, totalCacheReadTokens, totalCacheWriteTokens }: Aggregate): number {
	return totalInputTokens + totalCacheReadTokens + totalCacheWriteTokens;
}

function count(value: number): string {
	return Math.round(value).toLocaleString("en");
}

function percent(part: number): string {
	return `${Math.round(part * 100)}%`;
}

function money(value: number): string {
	return `${value < 0 ? "-" : ""}$${Math.abs(value).toFixed(2)}`;
}

function saved(value: number): string {
	return value < 0 ? `costing ${money(-value)} more` : `saving ${money(value)}`;
}

function seconds(ms: number | null): string {
	return ms === null ? "– s" : `${(ms / 1000).toFixed(1)} s`;
}

function speed({ avgTokensPerSecond }: Aggregate): string {
	return avgTokensPerSecond === null ? "–" : count(avgTokensPerSecond);
}
