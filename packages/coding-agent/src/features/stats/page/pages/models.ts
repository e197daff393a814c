import { type ChartSeries, drawChart } from "../charts/chart.ts";
import { averageByName, makeBuckets, stackByName } from "../charts/time-buckets.ts";
import { aggregateColumns } from "../parts/columns.ts";
import { bucketName, count, duration, money, shortCount } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel } from "../parts/panel.ts";
import type { Column } from "../parts/table.ts";

type Performance = Answer<"modelDashboard">["modelPerformanceSeries"][number];
type Series = Answer<"modelDashboard">["modelSeries"][number];

export const modelsPage: Page = {
	name: "models",
	title: "Models",
	path: "/api/stats/model-dashboard",
	hasRange: true,
	draw: ({ byModel, modelSeries, modelPerformanceSeries }: Answer<"modelDashboard">, { isHours, open }) => {
		const buckets = makeBuckets(
			modelSeries.map(({ timestamp }) => timestamp),
			isHours,
		);
		const chart =
			(title: string, kind: "bars" | "lines", series: readonly ChartSeries[], format: (value: number) => string) =>
			() =>
				drawChart({ title, kind, names: buckets.names, labels: buckets.labels, series, format });
		const when = {
			name: "Time",
			isText: true,
			read: ({ timestamp }: { timestamp: number }) => bucketName(timestamp, isHours),
		};
		const model = { name: "Model", isText: true, read: modelName };
		const series: ReadonlyArray<Column<Series>> = [
			when,
			model,
			{ name: "Requests", read: ({ requests }) => requests },
			{ name: "Errors", read: ({ errors }) => errors },
			{ name: "Tokens", read: ({ totalTokens }) => totalTokens, show: ({ totalTokens }) => count(totalTokens) },
			{ name: "Cost", read: ({ cost }) => cost, show: ({ cost }) => money(cost) },
		];
		const speeds: ReadonlyArray<Column<Performance>> = [
			when,
			model,
			{ name: "Requests", read: ({ requests }) => requests },
			{
				name: "Tokens/s",
				read: (row) => row.avgTokensPerSecond,
				show: (row) => shortCount(row.avgTokensPerSecond ?? 0),
			},
			{ name: "First token", read: (row) => row.avgTtft, show: (row) => duration(row.avgTtft) },
		];
		const stacked = stackByName(buckets, modelSeries, modelName, ({ requests }) => requests);
		const speed = averageByName(buckets, modelPerformanceSeries, modelName, (row) => row.avgTokensPerSecond);
		const first = averageByName(buckets, modelPerformanceSeries, modelName, (row) => row.avgTtft);
		return [
			drawPanel({
				title: "Models",
				columns: [model, ...aggregateColumns<(typeof byModel)[number]>()],
				rows: byModel,
				isWide: true,
				open,
			}),
			drawPanel({
				title: "Requests by model",
				columns: series,
				rows: modelSeries,
				chart: chart("Requests by model", "bars", stacked, shortCount),
				isWide: true,
				open,
			}),
			drawPanel({
				title: "Tokens per second",
				columns: speeds,
				rows: modelPerformanceSeries,
				chart: chart("Tokens per second", "lines", speed, shortCount),
				open,
			}),
			drawPanel({
				title: "Time to the first token",
				columns: speeds,
				rows: modelPerformanceSeries,
				chart: chart("Time to the first token", "lines", first, duration),
				open,
			}),
		];
	},
};

function modelName({ provider, model }: { readonly provider: string; readonly model: string }): string {
	return `${provider}/${model}`;
}
