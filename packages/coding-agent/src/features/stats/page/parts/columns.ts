import type { Aggregate } from "../../queries/aggregate.ts";
import { count, duration, money, percent, rate } from "./format.ts";
import type { Column } from "./table.ts";

/** The numbers of requests, as columns of a table. */
export function aggregateColumns<Row extends Aggregate>(): ReadonlyArray<Column<Row>> {
	return [
		{ name: "Cost", read: (row) => row.totalCost, show: (row) => money(row.totalCost), hasMeter: true },
		{ name: "Requests", read: (row) => row.totalRequests, show: (row) => count(row.totalRequests) },
		{ name: "Errors", read: (row) => row.failedRequests, show: (row) => count(row.failedRequests) },
		{ name: "Input", read: (row) => row.totalInputTokens, show: (row) => count(row.totalInputTokens) },
		{ name: "Output", read: (row) => row.totalOutputTokens, show: (row) => count(row.totalOutputTokens) },
		{ name: "Cache read", read: (row) => row.totalCacheReadTokens, show: (row) => count(row.totalCacheReadTokens) },
		{ name: "Cache write", read: (row) => row.totalCacheWriteTokens, show: (row) => count(row.totalCacheWriteTokens) },
		{ name: "Cache rate", read: (row) => row.cacheRate, show: (row) => percent(row.cacheRate) },
		{ name: "Saved", read: (row) => row.cacheSavings, show: (row) => money(row.cacheSavings) },
		{ name: "Duration", read: (row) => row.avgDuration, show: (row) => duration(row.avgDuration) },
		{ name: "First token", read: (row) => row.avgTtft, show: (row) => duration(row.avgTtft) },
		{ name: "Tokens/s", read: (row) => row.avgTokensPerSecond, show: (row) => rate(row.avgTokensPerSecond) },
	];
}
