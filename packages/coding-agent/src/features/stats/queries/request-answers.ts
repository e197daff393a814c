import { type AgentType, agentTypes } from "../store/rows.ts";
import { type Aggregate, aggregate, groupBy } from "./aggregate.ts";
import type { RequestGroup } from "./groups.ts";
import { bucketStart, type Range } from "./range.ts";

type Groups = readonly RequestGroup[];

interface ModelName {
	readonly model: string;
	readonly provider: string;
}

type Timed<Row> = Row & { readonly timestamp: number };

/** The most expensive first. */
export function byModel(groups: Groups): Array<Aggregate & ModelName> {
	return groupBy(groups, modelKey)
		.map((own) => ({ ...readModel(own), ...aggregate(own) }))
		.sort(byCost);
}

export function byFolder(groups: Groups): Array<Aggregate & { readonly folder: string }> {
	return groupBy(groups, ({ folder }) => folder)
		.map((own) => ({ folder: own[0]?.folder ?? "", ...aggregate(own) }))
		.sort(byCost);
}

export function byAgentType(groups: Groups): Array<Aggregate & { readonly agentType: AgentType }> {
	return agentTypes.flatMap((agentType) => {
		const own = groups.filter((group) => group.agentType === agentType);
		return own.length === 0 ? [] : [{ agentType, ...aggregate(own) }];
	});
}

export function timeSeries(groups: Groups, range: Range): Array<Timed<Aggregate>> {
	return series(groups, range, () => "").map(({ timestamp, own }) => ({ timestamp, ...aggregate(own) }));
}

export function modelSeries(groups: Groups, range: Range) {
	return series(groups, range, modelKey).map(({ timestamp, own }) => {
		const { totalRequests, failedRequests, totalTokens, totalCost } = aggregate(own);
		return {
			timestamp,
			...readModel(own),
			requests: totalRequests,
			errors: failedRequests,
			totalTokens,
			cost: totalCost,
		};
	});
}

export function modelPerformanceSeries(groups: Groups, range: Range) {
	return series(groups, range, modelKey).map(({ timestamp, own }) => {
		const { totalRequests, avgTtft, avgTokensPerSecond, avgDuration } = aggregate(own);
		return { timestamp, ...readModel(own), requests: totalRequests, avgTtft, avgTokensPerSecond, avgDuration };
	});
}

export function costSeries(groups: Groups, range: Range) {
	return series(groups, range, modelKey).map(({ timestamp, own }) => {
		const sum = (read: (group: RequestGroup) => number) => own.reduce((total, group) => total + read(group), 0);
		return {
			timestamp,
			...readModel(own),
			cost: sum(({ cost }) => cost),
			costInput: sum(({ costInput }) => costInput),
			costOutput: sum(({ costOutput }) => costOutput),
			costCacheRead: sum(({ costCacheRead }) => costCacheRead),
			costCacheWrite: sum(({ costCacheWrite }) => costCacheWrite),
			requests: sum(({ requests }) => requests),
		};
	});
}

/** The groups of each local hour or day and key, oldest first. */
export function series<Row extends { readonly quarter: number }>(
	groups: readonly Row[],
	range: Range,
	readKey: (group: Row) => string,
): Array<{ readonly timestamp: number; readonly own: Row[] }> {
	const buckets = new Map<number, number>();
	const bucketOf = (quarter: number) => {
		const known = buckets.get(quarter) ?? bucketStart(range, quarter);
		buckets.set(quarter, known);
		return known;
	};
	return groupBy(groups, (group) => `${bucketOf(group.quarter)} ${readKey(group)}`)
		.map((own) => ({ timestamp: bucketOf(own[0]?.quarter ?? 0), own }))
		.sort((a, b) => a.timestamp - b.timestamp);
}

export function modelKey({ provider, model }: ModelName): string {
	return `${provider}/${model}`;
}

function readModel(groups: Groups): ModelName {
	const [{ model, provider } = { model: "", provider: "" }] = groups;
	return { model, provider };
}

function byCost(a: Aggregate, b: Aggregate): number {
	return b.totalCost - a.totalCost || b.totalRequests - a.totalRequests;
}
