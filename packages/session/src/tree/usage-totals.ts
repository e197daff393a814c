import type { Usage } from "@oh-my-pi/pi-ai/message";
import { isRecord, type SessionEntry } from "../entry/entry.ts";

/** What a session has used over all of its branches. */
export interface UsageStatistics {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	reasoningTokens: number;
	totalTokens: number;
	premiumRequests: number;
	/** USD. */
	cost: number;
}

export function noUsage(): UsageStatistics {
	return {
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		reasoningTokens: 0,
		totalTokens: 0,
		premiumRequests: 0,
		cost: 0,
	};
}

export function addUsage(totals: UsageStatistics, entry: SessionEntry): void {
	if (entry.type !== "message" || entry.message?.role !== "assistant" || !isRecord(entry.message.usage)) return;
	const usage: Partial<Usage> = entry.message.usage;
	for (const key of ["input", "output", "cacheRead", "cacheWrite", "totalTokens"] as const) {
		totals[key] += usage[key] ?? 0;
	}
	totals.reasoningTokens += usage.reasoningTokens ?? 0;
	totals.premiumRequests += usage.premiumRequests ?? 0;
	totals.cost += usage.cost?.total ?? 0;
}
