import type { Fetch } from "../../fetch.ts";
import type { Credential } from "../../model/credential.ts";
import type { UsageLimit, UsageReport } from "../store/account-usage.ts";

export interface UsagePorts {
	readonly fetch: Fetch;
	readonly now: () => number;
	readonly signal?: AbortSignal | undefined;
}

/** Requests the usage limits of an account. */
export type UsageFetcher = (credential: Credential, ports: UsagePorts) => Promise<readonly UsageLimit[]>;

export function usageLimit(limit: Omit<UsageLimit, "status">): UsageLimit {
	const { usedFraction } = limit;
	return { ...limit, status: usedFraction >= 1 ? "spent" : usedFraction >= 0.8 ? "near" : "ok" };
}

/** The limit that is used most. */
export function tightestLimit({ limits }: Pick<UsageReport, "limits">): UsageLimit | undefined {
	return [...limits].sort((a, b) => b.usedFraction - a.usedFraction)[0];
}
