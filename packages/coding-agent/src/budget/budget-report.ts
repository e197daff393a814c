import { shortDuration, shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import { cappedAccounts, runKey, turnKey } from "./admission.ts";
import { capUnits } from "./budget-settings.ts";
import { amount, formatUsed, usd } from "./budget-text.ts";
import type { Caps, Scope } from "./caps.ts";
import type { Governor } from "./governor.ts";
import { type AccountState, agentKey, dayKey, type Ledger, projectKey, type SpendSum, sessionKey } from "./ledger.ts";
import { formatDay } from "./spend-row.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** The budget of the process, as reports read it. */
export interface ReportedBudget {
	readonly caps: Caps | undefined;
	readonly runId: string;
	now(): number;
	governor(): Promise<Pick<Governor, "ledger">>;
}

const titles: Readonly<Record<Scope, string>> = {
	run: "This run",
	turn: "This turn",
	session: "This session",
	day: "Today",
	project: "This project",
	agent: "This sub-agent",
};

/** The caps with what is used of them, and what was spent where there is none. */
export async function budgetReport(budget: ReportedBudget, meter: UsageMeter): Promise<string> {
	const { ledger } = await budget.governor();
	const caps = budget.caps ?? {};
	const keys: Array<readonly [Scope, string]> = [
		["run", runKey(budget.runId)],
		["turn", turnKey(meter.turn)],
		["session", sessionKey(meter.session)],
		["day", dayKey(formatDay(budget.now()))],
		["project", projectKey(meter.project)],
		...meter.agents.map((agent) => ["agent", agentKey(meter.session, agent)] as const),
	];
	const lines = keys.flatMap(([scope, key]) => {
		const found = caps[scope];
		// Run and turn are counted only under caps.
		if (!found && (scope === "run" || scope === "turn")) return [];
		const state = ledger.stateOf(key);
		const workedMs = state.ms + meter.root.uncountedMs;
		const capped = capUnits.flatMap((unit) => {
			const cap = found?.[unit];
			return cap ? [`${formatUsed(unit, state, workedMs)} of ${amount(unit, cap)}`] : [];
		});
		return [
			`${titles[scope].padEnd(14)} ${capped.length > 0 ? capped.join(" · ") : spentText(state)}${heldText(state)}`,
		];
	});
	if (!found(caps)) lines.push("", "No cap is set. /budget session $2 sets one for this run.");
	else if (caps.agent)
		lines.push(`Each sub-agent ${capUnits.flatMap((unit) => amountOf(unit, caps.agent?.[unit])).join(" · ")}`);
	return lines.join("\n");
}

/** What was spent today and in this session, by source and by model. */
export async function spendingReport(budget: ReportedBudget, meter: UsageMeter): Promise<string> {
	const { ledger } = await budget.governor();
	const day = { column: "day", value: formatDay(budget.now()) } as const;
	const session = { column: "session", value: meter.session } as const;
	const parts = [
		["Spent in this session", ledger.sums("source", session)],
		["Spent today", ledger.sums("source", day)],
		["Spent today by model", ledger.sums("model", day)],
	] as const;
	return parts
		.filter(([, sums]) => sums.length > 0)
		.map(([title, sums]) => [title, ...table(sums)].join("\n"))
		.join("\n\n");
}

/** The tokens left under the tightest cap; without one, what the session has used. */
export function tokenBudget(ledger: Ledger, meter: UsageMeter, budget: Omit<ReportedBudget, "governor">) {
	const accounts = cappedAccounts(meter, budget.caps ?? {}, budget.runId, budget.now());
	const budgets = accounts.flatMap(({ key, caps: { tokens: total } }) => {
		if (!total) return [];
		const { tokens, heldTokens } = ledger.stateOf(key);
		return [{ total, spent: tokens, remaining: Math.max(0, total - tokens - heldTokens) }];
	});
	const [tightest] = budgets.toSorted((one, other) => one.remaining - other.remaining);
	const { tokens: spent } = ledger.stateOf(sessionKey(meter.session));
	return tightest ?? { total: null, spent, remaining: null };
}

function table(sums: readonly SpendSum[]): string[] {
	const total: SpendSum = {
		name: "total",
		nanos: sumOf(sums, "nanos"),
		tokens: sumOf(sums, "tokens"),
		requests: sumOf(sums, "requests"),
		estimatedNanos: sumOf(sums, "estimatedNanos"),
	};
	const rows = sums.length > 1 ? [...sums, total] : sums;
	const width = Math.max(...rows.map(({ name }) => name.length));
	return rows.map(({ name, nanos, tokens, requests, estimatedNanos }) => {
		const estimated = estimatedNanos > 0 ? ` (${usd(estimatedNanos)} of it estimated)` : "";
		const count = `${requests} request${requests === 1 ? "" : "s"}`;
		return `  ${name.padEnd(width)}  ${usd(nanos)}  ${shortNumber(tokens)} tokens  ${count}${estimated}`;
	});
}

function sumOf(sums: readonly SpendSum[], field: "nanos" | "tokens" | "requests" | "estimatedNanos"): number {
	return sums.reduce((total, sum) => total + sum[field], 0);
}

function found(caps: object): boolean {
	return Object.keys(caps).length > 0;
}

function amountOf(unit: (typeof capUnits)[number], cap: number | undefined): string[] {
	return cap ? [amount(unit, cap)] : [];
}

function spentText({ nanos, tokens, requests, ms }: AccountState): string {
	return `${usd(nanos)} · ${shortNumber(tokens)} tokens · ${requests} requests · ${shortDuration(ms)}`;
}

function heldText({ heldRequests, heldNanos }: AccountState): string {
	return heldRequests > 0 ? ` (${usd(heldNanos)} reserved by ${heldRequests} in progress)` : "";
}
