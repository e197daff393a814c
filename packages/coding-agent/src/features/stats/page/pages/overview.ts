import type { Aggregate } from "../../queries/aggregate.ts";
import { type ChartSeries, drawChart } from "../charts/chart.ts";
import { makeBuckets, sumSeries } from "../charts/time-buckets.ts";
import { aggregateColumns } from "../parts/columns.ts";
import { bucketName, count, duration, money, percent, rate, shortCount } from "../parts/format.ts";
import type { Answer, Page, PageContext } from "../parts/page-view.ts";
import { drawPanel, drawTiles } from "../parts/panel.ts";
import type { Column } from "../parts/table.ts";

type Point = Aggregate & { readonly timestamp: number };

const agentNames = { main: "Sessions", subagent: "Sub-agents", advisor: "Advisor" } as const;

export const overviewPage: Page = {
	name: "overview",
	title: "Overview",
	path: "/api/stats/overview",
	hasRange: true,
	draw: ({ overall, byAgentType, timeSeries }: Answer<"overview">, context) => {
		const buckets = makeBuckets(
			timeSeries.map(({ timestamp }) => timestamp),
			context.isHours,
		);
		const when: Column<Point> = {
			name: "Time",
			isText: true,
			read: ({ timestamp }) => new Date(timestamp).toISOString(),
			show: ({ timestamp }) => bucketName(timestamp, context.isHours),
		};
		const values = (read: (point: Point) => number) => sumSeries(buckets, timeSeries, read);
		const chart = (title: string, series: readonly ChartSeries[], format: (value: number) => string) => () =>
			drawChart({
				title,
				kind: "bars",
				names: buckets.names,
				labels: buckets.labels,
				series,
				format,
				total: (own) => format(sum(own)),
			});
		const panel = (
			title: string,
			columns: ReadonlyArray<Column<Point>>,
			series: readonly ChartSeries[],
			format: (value: number) => string,
		) =>
			drawPanel({
				title,
				columns: [when, ...columns],
				rows: timeSeries,
				chart: chart(title, series, format),
				open: context.open,
			});
		const column = (name: string, read: (point: Point) => number, show = count): Column<Point> => ({
			name,
			read,
			show: (point) => show(read(point)),
		});
		return [
			drawTiles(overviewTiles(overall)),
			panel(
				"Requests and errors",
				[column("Requests", (point) => point.totalRequests), column("Errors", (point) => point.failedRequests)],
				[
					{ name: "Successful", values: values((point) => point.successfulRequests), color: "c0" },
					{ name: "Failed", values: values((point) => point.failedRequests), color: "cbad" },
				],
				shortCount,
			),
			panel(
				"Cost",
				[column("Cost", (point) => point.totalCost, money)],
				[{ name: "Cost", values: values((point) => point.totalCost), color: "c2" }],
				money,
			),
			panel(
				"Tokens by kind",
				tokenKinds.map(({ name, read }) => column(name, read)),
				tokenKinds.map(({ name, read }, index) => ({ name, values: values(read), color: `c${index}` })),
				shortCount,
			),
			drawPanel({
				title: "Cache rate",
				columns: [when, column("Cache rate", (point) => point.cacheRate, percent)],
				rows: timeSeries,
				chart: () => drawCacheRate(buckets, timeSeries),
				open: context.open,
			}),
			drawAgents(byAgentType, overall, context),
		];
	},
};

const tokenKinds: ReadonlyArray<{ readonly name: string; readonly read: (point: Point) => number }> = [
	{ name: "Cache read", read: (point) => point.totalCacheReadTokens },
	{ name: "Cache write", read: (point) => point.totalCacheWriteTokens },
	{ name: "Input", read: (point) => point.totalInputTokens },
	{ name: "Output", read: (point) => point.totalOutputTokens },
];

function overviewTiles(overall: Aggregate) {
	return [
		{ name: "Cost", value: money(overall.totalCost) },
		{
			name: "Requests",
			value: count(overall.totalRequests),
			note: `${count(overall.failedRequests)} failed (${percent(overall.errorRate)})`,
		},
		{ name: "Tokens", value: shortCount(overall.totalTokens), note: `${shortCount(overall.totalOutputTokens)} output` },
		{ name: "Cache rate", value: percent(overall.cacheRate), note: `${money(overall.cacheSavings)} saved` },
		{ name: "First token", value: duration(overall.avgTtft) },
		{ name: "Request", value: duration(overall.avgDuration) },
		{ name: "Tokens/s", value: rate(overall.avgTokensPerSecond) },
		...(overall.totalPremiumRequests > 0
			? [{ name: "Premium requests", value: count(overall.totalPremiumRequests) }]
			: []),
	];
}

function drawCacheRate(buckets: ReturnType<typeof makeBuckets>, points: readonly Point[]): HTMLElement {
	const read = sumSeries(buckets, points, (point) => point.totalCacheReadTokens);
	const all = sumSeries(
		buckets,
		points,
		(point) => point.totalCacheReadTokens + point.totalCacheWriteTokens + point.totalInputTokens,
	);
	const values = all.map((tokens, at) => (tokens === 0 ? null : (read[at] ?? 0) / tokens));
	const series = [{ name: "Share of input that came from the cache", values, color: "c6" }];
	return drawChart({
		title: "Cache rate",
		kind: "lines",
		names: buckets.names,
		labels: buckets.labels,
		series,
		format: percent,
	});
}

function drawAgents(rows: Answer<"overview">["byAgentType"], overall: Aggregate, { open }: PageContext): HTMLElement {
	const share = (row: Aggregate) => (overall.totalTokens === 0 ? 0 : row.totalTokens / overall.totalTokens);
	return drawPanel({
		title: "Sessions, sub-agents and advisor",
		columns: [
			{ name: "Who", isText: true, read: ({ agentType }) => agentNames[agentType] },
			{ name: "Share of tokens", read: share, show: (row) => percent(share(row)), hasMeter: true },
			...aggregateColumns<(typeof rows)[number]>(),
		],
		rows,
		isWide: true,
		open,
	});
}

function sum({ values }: ChartSeries): number {
	return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
