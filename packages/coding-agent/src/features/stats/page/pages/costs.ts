import { drawChart } from "../charts/chart.ts";
import { makeBuckets, stackByName, sumSeries } from "../charts/time-buckets.ts";
import { bucketName, count, money, percent } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel, drawTiles } from "../parts/panel.ts";
import type { Column } from "../parts/table.ts";

type Row = Answer<"costs">["costSeries"][number];

const kinds: ReadonlyArray<{ readonly name: string; readonly read: (row: Row) => number }> = [
	{ name: "Input", read: ({ costInput }) => costInput },
	{ name: "Output", read: ({ costOutput }) => costOutput },
	{ name: "Cache read", read: ({ costCacheRead }) => costCacheRead },
	{ name: "Cache write", read: ({ costCacheWrite }) => costCacheWrite },
];

export const costsPage: Page = {
	name: "costs",
	title: "Costs",
	path: "/api/stats/costs",
	hasRange: true,
	draw: ({ costSeries }: Answer<"costs">, { isHours, open }) => {
		const buckets = makeBuckets(
			costSeries.map(({ timestamp }) => timestamp),
			isHours,
		);
		const sum = (read: (row: Row) => number) => costSeries.reduce((total, row) => total + read(row), 0);
		const total = sum(({ cost }) => cost);
		const columns: ReadonlyArray<Column<Row>> = [
			{ name: "Time", isText: true, read: ({ timestamp }) => bucketName(timestamp, isHours) },
			{ name: "Model", isText: true, read: modelName },
			{ name: "Cost", read: ({ cost }) => cost, show: ({ cost }) => money(cost) },
			...kinds.map(({ name, read }): Column<Row> => ({ name, read, show: (row) => money(read(row)) })),
			{ name: "Requests", read: ({ requests }) => requests, show: ({ requests }) => count(requests) },
		];
		const models = [...Map.groupBy(costSeries, modelName)]
			.map(([name, own]) => ({
				name,
				cost: own.reduce((all, { cost }) => all + cost, 0),
				requests: own.reduce((all, { requests }) => all + requests, 0),
			}))
			.sort((a, b) => b.cost - a.cost);
		const frame = { kind: "bars", names: buckets.names, labels: buckets.labels, format: money } as const;
		return [
			drawTiles([
				{ name: "Cost", value: money(total) },
				...kinds.map(({ name, read }) => ({
					name,
					value: money(sum(read)),
					note: percent(total === 0 ? 0 : sum(read) / total),
				})),
				{
					name: isHours ? "An hour with requests" : "A day with requests",
					value: money(total / Math.max(1, new Set(costSeries.map(({ timestamp }) => timestamp)).size)),
				},
			]),
			drawPanel({
				title: "Cost by model",
				columns,
				rows: costSeries,
				chart: () =>
					drawChart({
						...frame,
						title: "Cost by model",
						series: stackByName(buckets, costSeries, modelName, ({ cost }) => cost),
					}),
				isWide: true,
				open,
			}),
			drawPanel({
				title: "Cost by kind of token",
				columns,
				rows: costSeries,
				chart: () =>
					drawChart({
						...frame,
						title: "Cost by kind of token",
						series: kinds.map(({ name, read }, index) => ({
							name,
							values: sumSeries(buckets, costSeries, read),
							color: `c${index}`,
						})),
					}),
				open,
			}),
			drawPanel({
				title: "Models by cost",
				columns: [
					{ name: "Model", isText: true, read: ({ name }) => name },
					{ name: "Cost", read: ({ cost }) => cost, show: ({ cost }) => money(cost), hasMeter: true },
					{ name: "Share", read: ({ cost }) => cost, show: ({ cost }) => percent(total === 0 ? 0 : cost / total) },
					{ name: "Requests", read: ({ requests }) => requests, show: ({ requests }) => count(requests) },
					{
						name: "A request",
						read: ({ cost, requests }) => cost / requests,
						show: ({ cost, requests }) => money(cost / requests),
					},
				],
				rows: models,
				open,
			}),
		];
	},
};

function modelName({ provider, model }: Row): string {
	return `${provider}/${model}`;
}
