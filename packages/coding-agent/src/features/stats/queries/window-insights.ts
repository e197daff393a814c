import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { groupBy } from "./aggregate.ts";
import type { RequestGroup } from "./groups.ts";

/** Less of a window than this says nothing about all of it. */
const leastFraction = 0.02;
/** The fullest an account should get. */
const comfortableFraction = 0.9;

interface Cycle {
	readonly rows: readonly UsageHistoryRow[];
	readonly consumed: number;
	readonly isExhausted: boolean;
}

/** How much of each account's window was used, hour by hour. */
export function usageSeries(history: readonly UsageHistoryRow[]) {
	return groupBy(history, ({ provider, accountKey, limitId }) => `${provider} ${accountKey} ${limitId}`).map((rows) => {
		const [{ provider, accountKey, email, label, windowLabel } = emptyRow] = rows;
		return {
			...{ provider, account: email ?? accountKey, label, windowLabel },
			points: [...rows]
				.sort((a, b) => a.recordedAt - b.recordedAt)
				.map((row) => ({
					timestamp: row.recordedAt * 1000,
					usedFraction: row.usedFraction,
					isExhausted: isExhausted(row),
				})),
		};
	});
}

/** What the windows of a quota say: how large they seem to be, and how many accounts the use would need. */
export function windowInsights(history: readonly UsageHistoryRow[], groups: readonly RequestGroup[]) {
	return groupBy(history, ({ provider, limitId }) => `${provider} ${limitId}`).map((rows) => {
		const [{ provider, label, windowLabel } = emptyRow] = rows;
		const accounts = groupBy(rows, ({ accountKey }) => accountKey);
		const cycles = accounts.flatMap(readCycles);
		const fractionConsumed = cycles.reduce((total, { consumed }) => total + consumed, 0);
		const times = rows.map(({ recordedAt }) => recordedAt * 1000);
		const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
		const tokens = groups
			.filter((group) => group.provider === provider && group.quarter >= from && group.quarter <= to)
			.reduce((total, { totalTokens }) => total + totalTokens, 0);
		const peak = readPeak(accounts);
		return {
			...{ provider, label, windowLabel, accounts: accounts.length, cycles: cycles.length, fractionConsumed },
			estimatedTokensPerWindow:
				fractionConsumed < leastFraction || tokens === 0 ? null : Math.round(tokens / fractionConsumed),
			peak,
			idealAccounts: Math.max(1, Math.ceil(peak / comfortableFraction)),
			timesExhausted: cycles.filter((cycle) => cycle.isExhausted).length,
		};
	});
}

/** A window of one account from reset to reset. */
function readCycles(rows: readonly UsageHistoryRow[]): Cycle[] {
	const cycles: UsageHistoryRow[][] = [];
	for (const row of [...rows].sort((a, b) => a.recordedAt - b.recordedAt)) {
		const current = cycles.at(-1);
		const before = current?.at(-1);
		// A window without a time of reset has begun again when less of it is used.
		if (current === undefined || before === undefined || row.usedFraction < before.usedFraction) cycles.push([row]);
		else current.push(row);
	}
	return cycles.map((own, index) => {
		const [{ usedFraction: first } = emptyRow] = own;
		const last = own.at(-1)?.usedFraction ?? 0;
		return { rows: own, consumed: index === 0 ? last - first : last, isExhausted: own.some(isExhausted) };
	});
}

/** The most that all accounts had used at one time, each as last reported. */
function readPeak(accounts: ReadonlyArray<readonly UsageHistoryRow[]>): number {
	const current = new Map<string, number>();
	let peak = 0;
	for (const row of accounts.flat().sort((a, b) => a.recordedAt - b.recordedAt)) {
		current.set(row.accountKey, row.usedFraction);
		peak = Math.max(
			peak,
			[...current.values()].reduce((total, used) => total + used, 0),
		);
	}
	return peak;
}

function isExhausted({ usedFraction, status }: UsageHistoryRow): boolean {
	return usedFraction >= 1 || status === "exhausted";
}

const emptyRow: UsageHistoryRow = {
	recordedAt: 0,
	provider: "",
	accountKey: "",
	email: null,
	limitId: "",
	label: "",
	windowLabel: "",
	usedFraction: 0,
	status: "",
	resetsAt: null,
};
