import { bucketStart } from "../../queries/range.ts";
import { drawChart } from "../charts/chart.ts";
import { makeBuckets, stackByName } from "../charts/time-buckets.ts";
import { h } from "../parts/dom.ts";
import { count, duration, minute, money, shortCount, time } from "../parts/format.ts";
import type { Page, PageContext, RequestRecord } from "../parts/page-view.ts";
import { drawPanel } from "../parts/panel.ts";
import type { Column } from "../parts/table.ts";

export const requestsPage: Page = {
	name: "requests",
	title: "Requests",
	path: "/api/stats/recent?limit=300",
	hasRange: false,
	draw: (rows: readonly RequestRecord[], context) => [
		drawFiltered("Newest requests", rows, requestColumns(context), context),
	],
};

export const errorsPage: Page = {
	name: "errors",
	title: "Errors",
	path: "/api/stats/errors?limit=300",
	hasRange: false,
	draw: (rows: readonly RequestRecord[], context) => {
		const points = rows.map((row) => ({ ...row, timestamp: bucketStart("all", Number(row.timestamp)) }));
		const buckets = makeBuckets(
			points.map(({ timestamp }) => timestamp),
			false,
		);
		const grouped = [...Map.groupBy(rows, errorKind)]
			.map(([message, own]) => ({ message, own }))
			.sort((a, b) => b.own.length - a.own.length);
		return [
			drawPanel({
				title: "Errors a day",
				columns: [
					{ name: "Model", isText: true, read: modelName },
					{ name: "Time", isText: true, read: (row) => new Date(Number(row.timestamp)).toISOString() },
				],
				rows,
				empty: "No request has failed.",
				chart: () =>
					drawChart({
						title: "Errors a day",
						kind: "bars",
						names: buckets.names,
						labels: buckets.labels,
						series: stackByName(buckets, points, modelName, () => 1),
						format: shortCount,
					}),
				open: context.open,
			}),
			drawPanel({
				title: "What went wrong",
				columns: [
					{ name: "Message", isText: true, wraps: true, read: ({ message }) => message },
					{ name: "Times", read: ({ own }) => own.length, hasMeter: true },
					{ name: "Last", isText: true, read: ({ own }) => time(Number(own[0]?.timestamp)) },
				],
				rows: grouped,
				empty: "No request has failed.",
				open: context.open,
			}),
			drawFiltered("Newest errors", rows, [...requestColumns(context), errorColumn], context),
		];
	},
};

const errorColumn: Column<RequestRecord> = {
	name: "Error",
	isText: true,
	wraps: true,
	read: (row) => String(row.errorMessage ?? ""),
};

function requestColumns({ showRequest }: PageContext): ReadonlyArray<Column<RequestRecord>> {
	return [
		{
			name: "Time",
			isText: true,
			read: (row) => Number(row.timestamp),
			show: (row) =>
				h(
					"button",
					{
						...{ type: "button", class: "link", title: time(Number(row.timestamp)) },
						onclick: () => showRequest(Number(row.id)),
					},
					minute(Number(row.timestamp)),
				),
		},
		{ name: "Project", isText: true, isFolder: true, read: (row) => String(row.folder) },
		{ name: "Model", isText: true, read: modelName },
		{
			name: "Result",
			isText: true,
			read: (row) => String(row.stopReason),
			show: (row) =>
				h("span", { class: row.stopReason === "error" ? "badge bad" : "badge" }, String(row.stopReason || "–")),
		},
		{ name: "Cost", read: (row) => Number(row.usage.cost.total), show: (row) => money(Number(row.usage.cost.total)) },
		{ name: "Input", read: (row) => Number(row.usage.input), show: (row) => count(Number(row.usage.input)) },
		{
			name: "Cache read",
			read: (row) => Number(row.usage.cacheRead),
			show: (row) => count(Number(row.usage.cacheRead)),
		},
		{ name: "Output", read: (row) => Number(row.usage.output), show: (row) => count(Number(row.usage.output)) },
		{
			name: "Duration",
			read: (row) => numberOrNull(row.duration),
			show: (row) => duration(numberOrNull(row.duration)),
		},
		{ name: "First token", read: (row) => numberOrNull(row.ttft), show: (row) => duration(numberOrNull(row.ttft)) },
		{ name: "Who", isText: true, read: (row) => row.agentType },
	];
}

/** A table with a field that leaves out rows without a text. */
function drawFiltered(
	title: string,
	rows: readonly RequestRecord[],
	columns: ReadonlyArray<Column<RequestRecord>>,
	{ open }: PageContext,
): HTMLElement {
	const place = h("div", {});
	const draw = (shown: readonly RequestRecord[], empty: string) =>
		place.replaceChildren(drawPanel({ title, columns, rows: shown, empty, isWide: true, open }));
	const input = h("input", {
		type: "search",
		id: "filter",
		placeholder: "Model, project, result …",
		oninput: () => {
			const text = input.value.toLowerCase();
			const fits = (row: RequestRecord) =>
				`${modelName(row)} ${row.folder} ${row.stopReason} ${row.agentType} ${row.errorMessage ?? ""}`
					.toLowerCase()
					.includes(text);
			draw(rows.filter(fits), `No request of these has "${input.value}".`);
		},
	});
	draw(rows, "No requests yet.");
	const label = h("label", { for: "filter" }, "Only with ");
	return h("div", { class: "wide-group" }, rows.length === 0 ? null : h("p", { class: "bar" }, label, input), place);
}

function errorKind({ errorMessage }: RequestRecord): string {
	// Ids and times make equal errors differ.
	return String(errorMessage ?? "No message")
		.replace(/\b(?:[\da-f]{8,}|\d{3,})\b/gi, "…")
		.slice(0, 200);
}

function modelName({ provider, model }: RequestRecord): string {
	return `${provider}/${model}`;
}

function numberOrNull(value: unknown): number | null {
	return typeof value === "number" ? value : null;
}
