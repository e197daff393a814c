import { shortDuration, shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import type { CapReached } from "./admission.ts";
import type { CapUnit } from "./budget-settings.ts";
import type { Scope } from "./caps.ts";
import type { AccountState } from "./ledger.ts";

export const scopeNames: Readonly<Record<Scope, string>> = {
	run: "this run",
	turn: "this turn",
	session: "this session",
	day: "today",
	project: "this project",
	agent: "this sub-agent",
};

/** Why the next request was not sent, and what was used until then. */
export function reachedText({ scope, unit, cap, state, workedMs, needsNanos, needsTokens }: CapReached): string {
	const used = formatUsed(unit, state, workedMs);
	const all = [
		...(unit === "usd" ? [] : [usd(state.nanos)]),
		...(unit === "requests" ? [] : [count(state.requests, "request")]),
		...(unit === "tokens" ? [] : [`${shortNumber(state.tokens)} tokens`]),
	].join(", ");
	const needs = {
		usd: `, and the next request may cost ${usd(needsNanos)}`,
		tokens: `, and the next request may need ${shortNumber(needsTokens)}`,
		requests: "",
		minutes: "",
	}[unit];
	const held = state.heldRequests > 0 ? `, ${count(state.heldRequests, "request")} in progress` : "";
	return `Budget reached: ${used} of ${amount(unit, cap)} used for ${scopeNames[scope]} (${all}${held})${needs}.`;
}

export function amount(unit: CapUnit, cap: number): string {
	switch (unit) {
		case "usd":
			return usd(cap * 1e9);
		case "tokens":
			return `${shortNumber(cap)} tokens`;
		case "requests":
			return count(cap, "request");
		case "minutes":
			return `${Number(cap.toFixed(2))} min`;
	}
}

export function formatUsed(unit: CapUnit, state: AccountState, workedMs: number): string {
	switch (unit) {
		case "usd":
			return usd(state.nanos);
		case "tokens":
			return shortNumber(state.tokens);
		case "requests":
			return String(state.requests);
		case "minutes":
			return shortDuration(workedMs);
	}
}

/** Cents, and as many digits as a small amount needs. */
export function usd(nanos: number): string {
	const dollars = nanos / 1e9;
	if (dollars === 0 || dollars >= 0.1) return `$${dollars.toFixed(2)}`;
	return `$${dollars.toFixed(dollars >= 0.001 ? 4 : 6)}`;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
