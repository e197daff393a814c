import { drawChart } from "../charts/chart.ts";
import { makeBuckets, stackByName, sumSeries } from "../charts/time-buckets.ts";
import { bucketName, count, money, percent, shortCount, time } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel, drawTiles } from "../parts/panel.ts";
import type { Column } from "../parts/table.ts";

type Row = Answer<"tools">["byTool"][number];

export const toolsPage: Page = {
	name: "tools",
	title: "Tools",
	path: "/api/stats/tools",
	hasRange: true,
	draw: ({ byTool, byToolModel, series }: Answer<"tools">, { isHours, open }) => {
		const buckets = makeBuckets(
			series.map(({ timestamp }) => timestamp),
			isHours,
		);
		const seriesColumns: ReadonlyArray<Column<(typeof series)[number]>> = [
			{ name: "Time", isText: true, read: ({ timestamp }) => bucketName(timestamp, isHours) },
			{ name: "Tool", isText: true, read: ({ tool }) => tool },
			{ name: "Calls", read: ({ calls }) => calls },
			{ name: "Failed", read: ({ errors }) => errors },
		];
		const calls = byTool.reduce((sum, row) => sum + row.calls, 0);
		const errors = byTool.reduce((sum, row) => sum + row.errors, 0);
		const frame = { kind: "bars", names: buckets.names, labels: buckets.labels, format: shortCount } as const;
		return [
			drawTiles([
				{ name: "Calls", value: count(calls) },
				{ name: "Failed", value: count(errors), note: percent(calls === 0 ? 0 : errors / calls) },
				{ name: "Tools", value: count(byTool.length) },
				{ name: "Most used", value: byTool[0]?.tool ?? "–" },
			]),
			drawPanel({
				title: "Calls by tool",
				columns: seriesColumns,
				rows: series,
				chart: () =>
					drawChart({
						...frame,
						title: "Calls by tool",
						series: stackByName(
							buckets,
							series,
							({ tool }) => tool,
							(row) => row.calls,
						),
					}),
				open,
			}),
			drawPanel({
				title: "Failed calls",
				columns: seriesColumns,
				rows: series,
				chart: () => {
					const failed = sumSeries(buckets, series, (row) => row.errors);
					return drawChart({
						...frame,
						title: "Failed calls",
						series: [{ name: "Failed", values: failed, color: "cbad" }],
					});
				},
				open,
			}),
			drawPanel({
				title: "Tools",
				columns: [{ name: "Tool", isText: true, read: ({ tool }) => tool }, ...toolColumns<Row>()],
				rows: byTool,
				isWide: true,
				open,
			}),
			drawPanel({
				title: "Tools by model",
				columns: [
					{ name: "Tool", isText: true, read: ({ tool }) => tool },
					{ name: "Model", isText: true, read: ({ provider, model }) => `${provider}/${model}` },
					...toolColumns<(typeof byToolModel)[number]>(),
				],
				rows: byToolModel,
				isWide: true,
				open,
			}),
		];
	},
};

function toolColumns<Shown extends Omit<Row, "tool">>(): ReadonlyArray<Column<Shown>> {
	return [
		{ name: "Calls", read: (row) => row.calls, show: (row) => count(row.calls), hasMeter: true },
		{ name: "Failed", read: (row) => row.errors, show: (row) => count(row.errors) },
		{ name: "Failure rate", read: (row) => row.errors / row.calls, show: (row) => percent(row.errors / row.calls) },
		{ name: "Arguments", read: (row) => row.argsChars, show: (row) => shortCount(row.argsChars) },
		{ name: "Results", read: (row) => row.resultChars, show: (row) => shortCount(row.resultChars) },
		{ name: "Tokens", read: (row) => row.totalTokensShare, show: (row) => shortCount(row.totalTokensShare) },
		{ name: "Output", read: (row) => row.outputTokensShare, show: (row) => shortCount(row.outputTokensShare) },
		{ name: "Cost", read: (row) => row.costShare, show: (row) => money(row.costShare) },
		{ name: "Last used", isText: true, read: (row) => row.lastUsed, show: (row) => time(row.lastUsed) },
	];
}
