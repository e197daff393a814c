import { drawChart } from "../charts/chart.ts";
import { makeBuckets, sumSeries } from "../charts/time-buckets.ts";
import { h } from "../parts/dom.ts";
import { bucketName, count, folderName, percent, shortCount } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel, drawTiles } from "../parts/panel.ts";

const sources = { snapcompact: "Kept as images", summary: "Summaries" } as const;

export const gainPage: Page = {
	name: "gain",
	title: "Gain",
	path: "/api/stats/gain",
	hasRange: true,
	draw: ({ overall, bySource, timeSeries, projects }: Answer<"gain">, { isHours, open, project, chooseProject }) => {
		const points = timeSeries.map((row) => ({ ...row, timestamp: row.date }));
		const buckets = makeBuckets(
			points.map(({ timestamp }) => timestamp),
			isHours,
		);
		const select = h(
			"select",
			{ id: "project", onchange: () => chooseProject(select.value) },
			h("option", { value: "" }, "All projects"),
			...[...new Set([...projects, ...(project === "" ? [] : [project])])].map((folder) =>
				h("option", { value: folder, selected: folder === project }, folderName(folder)),
			),
		);
		const rows = Object.entries(bySource).flatMap(([source, sums]) =>
			sums.hits === 0 ? [] : [{ ...sums, name: sources[source as keyof typeof sources] }],
		);
		return [
			h("p", { class: "bar wide-group" }, h("label", { for: "project" }, "Project "), select),
			drawTiles([
				{ name: "Tokens saved", value: shortCount(overall.savedTokens), note: "in the request after each compaction" },
				{ name: "Reduction", value: percent(overall.reductionPercent / 100) },
				{ name: "Compactions", value: count(overall.hits) },
				{ name: "Bytes saved", value: shortCount(overall.savedBytes), note: "at 4 bytes a token" },
			]),
			drawPanel({
				title: "Tokens saved by compaction",
				columns: [
					{ name: "Time", isText: true, read: ({ timestamp }) => bucketName(timestamp, isHours) },
					{
						name: sources.snapcompact,
						read: ({ snapcompact }) => snapcompact,
						show: ({ snapcompact }) => count(snapcompact),
					},
					{ name: sources.summary, read: ({ summary }) => summary, show: ({ summary }) => count(summary) },
					{ name: "Together", read: ({ total }) => total, show: ({ total }) => count(total) },
				],
				rows: points,
				empty: "No compaction in this time.",
				chart: () =>
					drawChart({
						title: "Tokens saved by compaction",
						kind: "bars",
						names: buckets.names,
						labels: buckets.labels,
						series: [
							{
								name: sources.snapcompact,
								values: sumSeries(buckets, points, ({ snapcompact }) => snapcompact),
								color: "c3",
							},
							{ name: sources.summary, values: sumSeries(buckets, points, ({ summary }) => summary), color: "c0" },
						],
						format: shortCount,
					}),
				isWide: true,
				open,
			}),
			drawPanel({
				title: "By kind of compaction",
				columns: [
					{ name: "Kind", isText: true, read: ({ name }) => name },
					{ name: "Compactions", read: ({ hits }) => hits },
					{
						name: "Before",
						read: ({ originalBytes }) => originalBytes / 4,
						show: ({ originalBytes }) => count(originalBytes / 4),
					},
					{
						name: "After",
						read: ({ outputBytes }) => outputBytes / 4,
						show: ({ outputBytes }) => count(outputBytes / 4),
					},
					{
						name: "Saved",
						read: ({ savedTokens }) => savedTokens,
						show: ({ savedTokens }) => count(savedTokens),
						hasMeter: true,
					},
					{
						name: "Reduction",
						read: ({ reductionPercent }) => reductionPercent,
						show: ({ reductionPercent }) => percent(reductionPercent / 100),
					},
				],
				rows,
				empty: "No compaction in this time.",
				isWide: true,
				open,
			}),
		];
	},
};
