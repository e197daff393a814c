import type { CapUnit } from "./budget-settings.ts";
import type { Caps, Scope } from "./caps.ts";
import { type AccountState, agentKey, dayKey, projectKey, sessionKey } from "./ledger.ts";
import { formatDay } from "./spend-row.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** An account with caps, and whose clock its time is on. */
export interface CappedAccount {
	readonly scope: Scope;
	readonly key: string;
	readonly caps: Readonly<Partial<Record<CapUnit, number>>>;
	readonly clock: UsageMeter;
}

/** The most that a request can use. */
export interface Demand {
	readonly promptTokens: number;
	readonly maxOutput: number;
	/** False where the provider takes no limit. */
	readonly canLower: boolean;
	readonly inputNanos: number;
	readonly outputNanos: number;
}

export interface CapReached {
	readonly key: string;
	readonly scope: Scope;
	readonly unit: CapUnit;
	readonly cap: number;
	readonly state: AccountState;
	readonly workedMs: number;
	/** The least that the next request could cost, in nanos. */
	readonly needsNanos: number;
	readonly needsTokens: number;
}

/** Below this an answer is not worth its prompt. */
const leastOutput = 1024;
/** With less room than this a request rather waits for others to give back what they reserved. */
const decentOutput = 8192;

/** The capped accounts of a meter; `run` and `turn` exist in this process only. */
export function cappedAccounts(meter: UsageMeter, caps: Caps, runId: string, now: number): CappedAccount[] {
	const { session, project, root } = meter;
	const keys: Readonly<Record<Exclude<Scope, "agent">, string>> = {
		run: runKey(runId),
		turn: turnKey(meter.turn),
		session: sessionKey(session),
		day: dayKey(formatDay(now)),
		project: projectKey(project),
	};
	const shared = (["run", "turn", "session", "day", "project"] as const).flatMap((scope) => {
		const found = caps[scope];
		return found ? [{ scope, key: keys[scope], caps: found, clock: root }] : [];
	});
	const ofAgents = caps.agent;
	if (!ofAgents) return shared;
	const agents: CappedAccount[] = [];
	for (let at = meter; at.parent; at = at.parent) {
		const id = at.agents.at(-1) ?? "";
		agents.push({ scope: "agent", key: agentKey(session, id), caps: ofAgents, clock: at });
	}
	return [...shared, ...agents];
}

export const runKey = (id: string): string => `run:${id}`;
export const turnKey = (id: string): string => `turn:${id}`;

/**
 * The same, but `wait` where a request in progress holds what this one needs: most requests use far less than they reserve.
 */
export function admitOrWait(
	accounts: readonly CappedAccount[],
	states: ReadonlyMap<string, AccountState>,
	demand: Demand,
): ReturnType<typeof admit> | "wait" {
	const now = admit(accounts, states, demand);
	const decent = Math.min(decentOutput, demand.maxOutput);
	if (!("refusal" in now) && now.maxOutput >= decent) return now;
	if (![...states.values()].some(({ heldRequests }) => heldRequests > 0)) return now;
	const later = admit(accounts, new Map([...states].map(([key, state]) => [key, withoutHolds(state)])), demand);
	if ("refusal" in later) return now;
	return "refusal" in now || later.maxOutput > now.maxOutput ? "wait" : now;
}

function withoutHolds(state: AccountState): AccountState {
	return { ...state, heldNanos: 0, heldTokens: 0, heldRequests: 0 };
}

/** How long an answer may be, and for how long it may run, so that no cap is exceeded; or the cap that leaves no room. */
export function admit(
	accounts: readonly CappedAccount[],
	states: ReadonlyMap<string, AccountState>,
	demand: Demand,
): { readonly maxOutput: number; readonly leftMs: number } | { readonly refusal: CapReached } {
	const least = demand.canLower ? Math.min(leastOutput, demand.maxOutput) : demand.maxOutput;
	let maxOutput = demand.maxOutput;
	let leftMs = Number.POSITIVE_INFINITY;
	for (const { scope, key, caps, clock } of accounts) {
		const state = states.get(key);
		if (!state) continue;
		const workedMs = state.ms + clock.uncountedMs;
		const reached = (unit: CapUnit): { refusal: CapReached } => ({
			refusal: {
				key,
				scope,
				unit,
				cap: caps[unit] ?? 0,
				state,
				workedMs,
				needsNanos: Math.ceil(demand.inputNanos * demand.promptTokens + demand.outputNanos * least),
				needsTokens: demand.promptTokens + least,
			},
		});
		if (caps.requests && state.requests + state.heldRequests + 1 > caps.requests) return reached("requests");
		if (caps.minutes) {
			leftMs = Math.min(leftMs, caps.minutes * 60_000 - workedMs);
			if (leftMs <= 0) return reached("minutes");
		}
		if (caps.tokens) {
			maxOutput = Math.min(maxOutput, caps.tokens - state.tokens - state.heldTokens - demand.promptTokens);
			if (maxOutput < least) return reached("tokens");
		}
		if (caps.usd) {
			const left = Math.floor(caps.usd * 1e9) - state.nanos - state.heldNanos - demand.inputNanos * demand.promptTokens;
			if (left < 0) return reached("usd");
			if (demand.outputNanos > 0) maxOutput = Math.min(maxOutput, Math.floor(left / demand.outputNanos));
			if (maxOutput < least) return reached("usd");
		}
	}
	return { maxOutput, leftMs };
}
