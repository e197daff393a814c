import { drawChart } from "../charts/chart.ts";
import { makeBuckets, sumSeries } from "../charts/time-buckets.ts";
import { bucketName, count, shortCount } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel, drawTiles } from "../parts/panel.ts";
import type { Column } from "../parts/table.ts";

type Sums = Omit<Answer<"behavior">["overall"], never>;

const signs: ReadonlyArray<{ readonly name: string; readonly note: string; readonly read: (row: Sums) => number }> = [
	{ name: "Shouting", note: "sentences in capitals", read: ({ shouting }) => shouting },
	{ name: "Swearing", note: "swear words", read: ({ swearing }) => swearing },
	{ name: "Anguish", note: "!!! and ???", read: ({ anguish }) => anguish },
	{ name: "Correction", note: "“no, not that”", read: ({ negation }) => negation },
	{ name: "Repetition", note: "the same once more", read: ({ repetition }) => repetition },
	{ name: "Blame", note: "“you broke …”", read: ({ blame }) => blame },
];

export const behaviorPage: Page = {
	name: "behavior",
	title: "Behavior",
	path: "/api/stats/behavior",
	hasRange: true,
	draw: ({ overall, byModel, behaviorSeries }: Answer<"behavior">, { isHours, open }) => {
		const buckets = makeBuckets(
			behaviorSeries.map(({ timestamp }) => timestamp),
			isHours,
		);
		const columns = <Row extends Sums>(): ReadonlyArray<Column<Row>> => [
			{ name: "Messages", read: ({ messages }) => messages, show: ({ messages }) => count(messages) },
			...signs.map(({ name, read }): Column<Row> => ({ name, read })),
		];
		return [
			drawTiles([
				{ name: "Your messages", value: count(overall.messages) },
				...signs.map(({ name, note, read }) => ({ name, value: count(read(overall)), note })),
			]),
			drawPanel({
				title: "Signs of displeasure",
				columns: [
					{ name: "Time", isText: true, read: ({ timestamp }) => bucketName(timestamp, isHours) },
					{ name: "Model", isText: true, read: modelName },
					...columns<(typeof behaviorSeries)[number]>(),
				],
				rows: behaviorSeries,
				empty: "You have written nothing in this time.",
				chart: () =>
					drawChart({
						title: "Signs of displeasure",
						kind: "bars",
						names: buckets.names,
						labels: buckets.labels,
						series: signs.map(({ name, read }, index) => ({
							name,
							values: sumSeries(buckets, behaviorSeries, read),
							color: `c${index}`,
						})),
						format: shortCount,
					}),
				isWide: true,
				open,
			}),
			drawPanel({
				title: "By the model that answered",
				columns: [
					{ name: "Model", isText: true, read: modelName },
					{
						name: "In 100 messages",
						read: (row) => (row.total / row.messages) * 100,
						show: (row) => shortCount((row.total / row.messages) * 100),
						hasMeter: true,
					},
					...columns<(typeof byModel)[number]>(),
				],
				rows: byModel,
				isWide: true,
				open,
			}),
		];
	},
};

function modelName({ provider, model }: { readonly provider: string; readonly model: string }): string {
	return model === "unknown" ? "no answer" : `${provider}/${model}`;
}
