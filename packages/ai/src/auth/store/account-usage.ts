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

/** What was used at some time. */
export interface UsageHistoryRow {
	/** Seconds since the epoch. */
	recordedAt: number;
	provider: string;
	accountKey: string;
	email: string | null;
	limitId: string;
	label: string;
	windowLabel: string;
	usedFraction: number;
	status: string;
	resetsAt: number | null;
}
