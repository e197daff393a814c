import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { aggregate, groupBy } from "./aggregate.ts";
import type { RequestGroup } from "./groups.ts";
import type { Range } from "./range.ts";
import { series } from "./request-answers.ts";
import { usageSeries, windowInsights } from "./window-insights.ts";

/** Requests by provider, the hours in which tokens were used, and what is known of quotas. */
export function providerAnswer(groups: readonly RequestGroup[], range: Range, history: readonly UsageHistoryRow[]) {
	const readProvider = ({ provider }: RequestGroup) => provider;
	const readHour = ({ quarter }: RequestGroup) => new Date(quarter).getHours();
	return {
		providers: groupBy(groups, readProvider)
			.map((own) => {
				const all = aggregate(own);
				return {
					provider: own[0]?.provider ?? "",
					models: new Set(own.map(({ model }) => model)).size,
					totalRequests: all.totalRequests,
					failedRequests: all.failedRequests,
					totalInputTokens: all.totalInputTokens,
					totalOutputTokens: all.totalOutputTokens,
					totalCacheReadTokens: all.totalCacheReadTokens,
					totalCacheWriteTokens: all.totalCacheWriteTokens,
					totalTokens: all.totalTokens,
					totalCost: all.totalCost,
					totalPremiumRequests: all.totalPremiumRequests,
					avgTokensPerSecond: all.avgTokensPerSecond,
				};
			})
			.sort((a, b) => b.totalTokens - a.totalTokens),
		hourly: groupBy(groups, (group) => `${group.provider} ${readHour(group)}`)
			.map((own) => {
				const { totalTokens, totalOutputTokens, totalRequests } = aggregate(own);
				const [first] = own;
				return {
					provider: first?.provider ?? "",
					hour: first === undefined ? 0 : readHour(first),
					totalTokens,
					outputTokens: totalOutputTokens,
					requests: totalRequests,
				};
			})
			.sort((a, b) => a.provider.localeCompare(b.provider) || a.hour - b.hour),
		series: series(groups, range, readProvider).map(({ timestamp, own }) => {
			const { totalTokens, totalCost, totalRequests, failedRequests } = aggregate(own);
			return {
				timestamp,
				provider: own[0]?.provider ?? "",
				totalTokens,
				totalCost,
				requests: totalRequests,
				errors: failedRequests,
			};
		}),
		usageSeries: usageSeries(history),
		windowInsights: windowInsights(history, groups),
	};
}
