import type { Fetch } from "../../fetch.ts";
import type { Credential } from "../../model/credential.ts";

/** A usage limit of an account in a time window. */
export interface UsageLimit {
	readonly id: string;
	readonly label: string;
	readonly windowLabel: string;
	/** From 0 to 1; more if exceeded. */
	readonly usedFraction: number;
	readonly resetsAt?: number;
	readonly status: "ok" | "near" | "spent";
}

export interface UsageReport {
	readonly provider: string;
	/** Identifies the account without naming its owner. */
	readonly accountKey: string;
	readonly email?: string;
	readonly limits: readonly UsageLimit[];
	readonly fetchedAt: number;
}

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
