import { drawChart } from "../charts/chart.ts";
import { makeBuckets, stackByName } from "../charts/time-buckets.ts";
import { bucketName, count, money, percent, rate, shortCount } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel } from "../parts/panel.ts";

export const providersPage: Page = {
	name: "providers",
	title: "Providers",
	path: "/api/stats/providers",
	hasRange: true,
	draw: ({ providers, hourly, series, usageSeries, windowInsights }: Answer<"providers">, { isHours, open }) => [
		drawPanel({
			title: "Providers",
			columns: [
				{ name: "Provider", isText: true, read: (row) => row.provider },
				{ name: "Tokens", read: (row) => row.totalTokens, show: (row) => count(row.totalTokens), hasMeter: true },
				{ name: "Cost", read: (row) => row.totalCost, show: (row) => money(row.totalCost) },
				{ name: "Models", read: (row) => row.models },
				{ name: "Requests", read: (row) => row.totalRequests, show: (row) => count(row.totalRequests) },
				{ name: "Failed", read: (row) => row.failedRequests, show: (row) => count(row.failedRequests) },
				{ name: "Premium", read: (row) => row.totalPremiumRequests, show: (row) => count(row.totalPremiumRequests) },
				{ name: "Input", read: (row) => row.totalInputTokens, show: (row) => count(row.totalInputTokens) },
				{ name: "Output", read: (row) => row.totalOutputTokens, show: (row) => count(row.totalOutputTokens) },
				{ name: "Cache read", read: (row) => row.totalCacheReadTokens, show: (row) => count(row.totalCacheReadTokens) },
				{
					name: "Cache write",
					read: (row) => row.totalCacheWriteTokens,
					show: (row) => count(row.totalCacheWriteTokens),
				},
				{ name: "Tokens/s", read: (row) => row.avgTokensPerSecond, show: (row) => rate(row.avgTokensPerSecond) },
			],
			rows: providers,
			isWide: true,
			open,
		}),
		drawPanel({
			title: "Tokens by provider",
			columns: [
				{ name: "Time", isText: true, read: ({ timestamp }) => bucketName(timestamp, isHours) },
				{ name: "Provider", isText: true, read: ({ provider }) => provider },
				{ name: "Tokens", read: ({ totalTokens }) => totalTokens, show: ({ totalTokens }) => count(totalTokens) },
				{ name: "Cost", read: ({ totalCost }) => totalCost, show: ({ totalCost }) => money(totalCost) },
				{ name: "Requests", read: ({ requests }) => requests },
			],
			rows: series,
			chart: () => {
				const buckets = makeBuckets(
					series.map(({ timestamp }) => timestamp),
					isHours,
				);
				const stacked = stackByName(
					buckets,
					series,
					({ provider }) => provider,
					({ totalTokens }) => totalTokens,
				);
				return drawChart({
					title: "Tokens by provider",
					kind: "bars",
					names: buckets.names,
					labels: buckets.labels,
					series: stacked,
					format: shortCount,
				});
			},
			open,
		}),
		drawHours(
			hourly,
			providers.map(({ provider }) => provider),
			open,
		),
		drawPanel({
			title: "Quota windows",
			columns: [
				{ name: "Provider", isText: true, read: ({ provider }) => provider },
				{
					name: "Window",
					isText: true,
					read: ({ label, windowLabel }) => [label, windowLabel].filter(Boolean).join(", "),
				},
				{ name: "Accounts", read: ({ accounts }) => accounts },
				{ name: "Cycles seen", read: ({ cycles }) => cycles },
				{
					name: "Consumed",
					read: ({ fractionConsumed }) => fractionConsumed,
					show: ({ fractionConsumed }) => percent(fractionConsumed),
				},
				{
					name: "Tokens a window",
					read: (row) => row.estimatedTokensPerWindow,
					show: (row) =>
						row.estimatedTokensPerWindow === null ? "too little seen" : `≈ ${shortCount(row.estimatedTokensPerWindow)}`,
				},
				{ name: "Peak", read: ({ peak }) => peak, show: ({ peak }) => percent(peak) },
				{ name: "Ideal accounts", read: ({ idealAccounts }) => idealAccounts },
				{ name: "Exhausted", read: ({ timesExhausted }) => timesExhausted },
			],
			rows: windowInsights,
			empty:
				"No quotas are known. They are recorded for accounts that are logged in, when omp asks for them: omp usage.",
			isWide: true,
			open,
		}),
		...usageSeries.map((own) => drawQuota(own, open)),
	],
};

function drawHours(
	hourly: Answer<"providers">["hourly"],
	providers: readonly string[],
	open: Set<string>,
): HTMLElement {
	const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
	const names = providers.slice(0, 8);
	const series = names.map((name, index) => ({
		name,
		color: `c${index}`,
		values: hours.map((_, hour) => hourly.find((row) => row.provider === name && row.hour === hour)?.totalTokens ?? 0),
	}));
	return drawPanel({
		title: "Hours of the day",
		columns: [
			{ name: "Hour", isText: true, read: ({ hour }) => hours[hour] ?? "" },
			{ name: "Provider", isText: true, read: ({ provider }) => provider },
			{ name: "Tokens", read: ({ totalTokens }) => totalTokens, show: ({ totalTokens }) => count(totalTokens) },
			{ name: "Output", read: ({ outputTokens }) => outputTokens, show: ({ outputTokens }) => count(outputTokens) },
			{ name: "Requests", read: ({ requests }) => requests },
		],
		rows: hourly,
		chart: () =>
			drawChart({ title: "Hours of the day", kind: "bars", names: hours, labels: hours, series, format: shortCount }),
		open,
	});
}

function drawQuota(
	{ provider, account, label, windowLabel, points }: Answer<"providers">["usageSeries"][number],
	open: Set<string>,
): HTMLElement {
	const title = [provider, account, label, windowLabel].filter(Boolean).join(" · ");
	const names = points.map(({ timestamp }) => bucketName(timestamp, true));
	return drawPanel({
		title,
		columns: [
			{ name: "Time", isText: true, read: ({ timestamp }) => bucketName(timestamp, true) },
			{ name: "Used", read: ({ usedFraction }) => usedFraction, show: ({ usedFraction }) => percent(usedFraction) },
			{ name: "Exhausted", isText: true, read: ({ isExhausted }) => (isExhausted ? "yes" : "no") },
		],
		rows: points,
		chart: () => {
			const series = [{ name: "Used", color: "c0", values: points.map(({ usedFraction }) => usedFraction) }];
			return drawChart({ title, kind: "lines", names, labels: names, series, format: percent });
		},
		open,
	});
}
