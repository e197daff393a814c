import type { RequestGroup } from "./groups.ts";

export interface Aggregate {
	readonly totalRequests: number;
	readonly successfulRequests: number;
	readonly failedRequests: number;
	/** Of all requests, from 0 to 1. */
	readonly errorRate: number;
	/** Not from the cache. */
	readonly totalInputTokens: number;
	readonly totalOutputTokens: number;
	readonly totalCacheReadTokens: number;
	readonly totalCacheWriteTokens: number;
	readonly totalTokens: number;
	/** Of all input, from 0 to 1. */
	readonly cacheRate: number;
	/** USD; negative when writing to the cache cost more than reading from it saved. */
	readonly cacheSavings: number;
	/** USD. */
	readonly totalCost: number;
	readonly totalPremiumRequests: number;
	/** Milliseconds; `null` when no request has its time. */
	readonly avgDuration: number | null;
	readonly avgTtft: number | null;
	/** Of output, without the time to the first one. */
	readonly avgTokensPerSecond: number | null;
	readonly firstTimestamp: number | null;
	readonly lastTimestamp: number | null;
}

export function aggregate(groups: readonly RequestGroup[]): Aggregate {
	const sum = (read: (group: RequestGroup) => number) => groups.reduce((total, group) => total + read(group), 0);
	const requests = sum((group) => group.requests);
	const failed = sum((group) => group.failed);
	const input = sum((group) => group.input);
	const cacheRead = sum((group) => group.cacheRead);
	const cacheWrite = sum((group) => group.cacheWrite);
	const seconds = sum((group) => group.writingMs) / 1000;
	return {
		totalRequests: requests,
		successfulRequests: requests - failed,
		failedRequests: failed,
		errorRate: ratio(failed, requests) ?? 0,
		totalInputTokens: input,
		totalOutputTokens: sum((group) => group.output),
		totalCacheReadTokens: cacheRead,
		totalCacheWriteTokens: cacheWrite,
		totalTokens: sum((group) => group.totalTokens),
		cacheRate: ratio(cacheRead, input + cacheRead + cacheWrite) ?? 0,
		cacheSavings: sum((group) => group.saved),
		totalCost: sum((group) => group.cost),
		totalPremiumRequests: sum((group) => group.premiumRequests),
		avgDuration: ratio(
			sum((group) => group.durationMs),
			sum((group) => group.durations),
		),
		avgTtft: ratio(
			sum((group) => group.ttftMs),
			sum((group) => group.ttfts),
		),
		avgTokensPerSecond: ratio(
			sum((group) => group.writtenTokens),
			seconds,
		),
		firstTimestamp: groups.reduce<number | null>((least, { firstAt }) => Math.min(least ?? firstAt, firstAt), null),
		lastTimestamp: groups.reduce<number | null>((most, { lastAt }) => Math.max(most ?? lastAt, lastAt), null),
	};
}

export function ratio(part: number, whole: number): number | null {
	return whole === 0 ? null : part / whole;
}

/** The rows with equal keys together, in the order in which keys come. */
export function groupBy<Row>(rows: readonly Row[], readKey: (row: Row) => string | number): Row[][] {
	return [...Map.groupBy(rows, readKey).values()];
}
