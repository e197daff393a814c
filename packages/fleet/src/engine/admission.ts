import type { Admission, BatchLimits } from "../contract/fleet-queue.ts";
import { toUsd } from "./rules.ts";

/** What all machines send to one provider account. */
export interface AccountState {
	/** What was taken from the buckets and has not run out yet, at `at`. */
	readonly requests: number;
	readonly tokens: number;
	readonly at: number;
	/** The provider refuses until then. */
	readonly blockedUntil: number;
	/** The first free place in the line that forms behind a block. */
	readonly nextAt: number;
}

export interface MinuteLimits {
	readonly requests?: number;
	readonly tokens?: number;
}

export const freshAccount: AccountState = { requests: 0, tokens: 0, at: 0, blockedUntil: 0, nextAt: 0 };

/** After a block requests start again one after the other, not all at once. */
const spacingMs = 50;
/** How long to wait when other requests hold the rest of a cap. */
const capWaitMs = 1000;
const minuteMs = 60_000;

/** The lowest limits that any of the batches has for an account. */
export function limitsForAccount(limits: readonly BatchLimits[], account: string): MinuteLimits {
	const entries = limits.map(({ perMinute }) => perMinute?.[account] ?? perMinute?.["*"]);
	const requests = lowest(entries.map((entry) => entry?.requests));
	const tokens = lowest(entries.map((entry) => entry?.tokens));
	return { ...(requests === undefined ? {} : { requests }), ...(tokens === undefined ? {} : { tokens }) };
}

export const dayCap = (limits: readonly BatchLimits[]): number | undefined =>
	lowest(limits.map(({ usdPerDay }) => usdPerDay));

function lowest(values: ReadonlyArray<number | undefined>): number | undefined {
	const present = values.filter((value) => value !== undefined);
	return present.length > 0 ? Math.min(...present) : undefined;
}

export interface Money {
	readonly paidNanos: number;
	readonly reservedNanos: number;
}

/** `undefined`: the cap has room for a request of `nanos`. */
export function checkCap(
	cap: "batch" | "day",
	limitUsd: number | undefined,
	{ paidNanos, reservedNanos }: Money,
	nanos: number,
): Admission | undefined {
	if (limitUsd === undefined) return undefined;
	const limitNanos = Math.round(limitUsd * 1e9);
	const whose = cap === "batch" ? "of the batch" : "for all batches today (UTC)";
	if (paidNanos + nanos > limitNanos) {
		const message = `The next request may cost $${money(nanos)}; $${money(paidNanos)} of the limit of $${limitUsd} ${whose} is spent.`;
		return { kind: "refused", cap, message };
	}
	if (paidNanos + reservedNanos + nanos > limitNanos) {
		return { kind: "wait", ms: capWaitMs, reason: `requests under way may need the rest of the limit ${whose}` };
	}
	return undefined;
}

const money = (nanos: number): string =>
	toUsd(nanos)
		.toFixed(4)
		.replace(/0{1,2}$/, "");

/** Takes a request from the buckets, and says when it may be sent; those that come later are sent later. */
export function reserveRequest(
	state: AccountState,
	limits: MinuteLimits,
	tokens: number,
	now: number,
): { readonly state: AccountState; readonly readyAt: number } {
	const drained = drain(state, limits, now);
	const waitMs = Math.max(
		bucketWait(drained.requests, 1, limits.requests),
		bucketWait(drained.tokens, tokens, limits.tokens),
	);
	const open = afterBlock(drained, now);
	return {
		readyAt: Math.max(now + waitMs, open.readyAt),
		state: {
			...open.state,
			requests: limits.requests === undefined ? 0 : drained.requests + 1,
			tokens: limits.tokens === undefined ? 0 : drained.tokens + tokens,
		},
	};
}

/** The answer to a request that may be sent from `readyAt` on. */
export function describeWait(readyAt: number, now: number, state: AccountState): Admission {
	if (readyAt <= now) return { kind: "go" };
	const reason = state.blockedUntil > now ? "the provider asked to wait" : "the limit per minute is used up";
	return { kind: "wait", ms: readyAt - now, reason };
}

/** The place of a request in the line behind a block; now without one. */
export function afterBlock(
	state: AccountState,
	now: number,
): { readonly state: AccountState; readonly readyAt: number } {
	if (state.blockedUntil <= now) return { state, readyAt: now };
	const readyAt = Math.max(state.blockedUntil, state.nextAt);
	return { state: { ...state, nextAt: readyAt + spacingMs }, readyAt };
}

/** Gives back what a request did not take. */
export function correctTokens(state: AccountState, surplus: { requests: number; tokens: number }): AccountState {
	return {
		...state,
		requests: Math.max(0, state.requests - surplus.requests),
		tokens: Math.max(0, state.tokens - surplus.tokens),
	};
}

function drain(state: AccountState, limits: MinuteLimits, now: number): AccountState {
	const minutes = Math.max(0, now - state.at) / minuteMs;
	const rest = (level: number, limit: number | undefined) => Math.max(0, level - minutes * (limit ?? 0));
	return {
		...state,
		requests: rest(state.requests, limits.requests),
		tokens: rest(state.tokens, limits.tokens),
		at: now,
	};
}

/** A request that is larger than the bucket goes when the bucket is full. */
function bucketWait(level: number, amount: number, limit: number | undefined): number {
	if (limit === undefined) return 0;
	if (limit <= 0) return minuteMs;
	const excess = level + Math.min(amount, limit) - limit;
	return excess > 0 ? Math.ceil((excess / limit) * minuteMs) : 0;
}
