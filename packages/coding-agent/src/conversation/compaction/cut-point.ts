import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { estimateMessage, type ImageBilling } from "../context/estimate-tokens.ts";

/** An entry of the visible path; metadata entries have no message. */
export interface HistoryItem {
	readonly id: string;
	readonly message: SessionMessage | undefined;
}

export interface KeepBudget {
	readonly keepTokens: number;
	/** Measured tokens divided by estimated tokens. */
	readonly ratio: number;
	readonly billing: ImageBilling;
}

export interface CutPoint {
	/** The first item that is kept. */
	readonly firstKept: number;
	/** Start of the turn that is cut in two; equal to `firstKept` when the cut is between turns. */
	readonly turnStart: number;
}

/**
 * Where to cut so that about `keepTokens` are kept verbatim; `undefined` when nothing would be removed. A call and its
 * result stay on the same side.
 */
export function findCut(items: readonly HistoryItem[], budget: KeepBudget): CutPoint | undefined {
	const wanted = whereBudgetEnds(items, budget);
	if (wanted === undefined) return undefined;
	const allowed = validCuts(items);
	const cut = allowed.find((index) => index >= wanted) ?? allowed.findLast((index) => index < wanted);
	if (cut === undefined) return undefined;
	const firstKept = withMetadataBefore(items, cut);
	if (!items.slice(0, firstKept).some(({ message }) => message)) return undefined;
	const turnStart = items.slice(0, cut + 1).findLastIndex(({ message }) => message && startsTurn(message));
	return { firstKept, turnStart: turnStart === cut || turnStart === -1 ? firstKept : turnStart };
}

/** The newest item at which the token budget is exceeded; `undefined` when everything fits. */
function whereBudgetEnds(
	items: readonly HistoryItem[],
	{ keepTokens, ratio, billing }: KeepBudget,
): number | undefined {
	let kept = 0;
	for (let index = items.length - 1; index >= 0; index--) {
		const message = items[index]?.message;
		if (message) kept += estimateMessage(message, billing) * ratio;
		if (kept >= keepTokens) return index;
	}
	return undefined;
}

const cutRoles: ReadonlySet<string> = new Set([
	"user",
	"developer",
	"assistant",
	"bashExecution",
	"pythonExecution",
	"fileMention",
	"hookMessage",
	"custom",
	"branchSummary",
	"compactionSummary",
]);

/** Items before which a cut is allowed: not before a result, nor between a call and its result. */
function validCuts(items: readonly HistoryItem[]): number[] {
	const lastResultOf = lastResults(items);
	let openUntil = -1;
	return items.flatMap(({ message }, index) => {
		if (!message) return [];
		const isAllowed = cutRoles.has(message.role) && index > openUntil;
		openUntil = Math.max(openUntil, lastResultOf.get(index) ?? -1);
		return isAllowed ? [index] : [];
	});
}

/** For each item with calls, the index of their last result. */
function lastResults(items: readonly HistoryItem[]): ReadonlyMap<number, number> {
	const waiting = new Map<string, number>();
	const lastResultOf = new Map<number, number>();
	for (const [index, { message }] of items.entries()) {
		if (message?.role === "assistant") for (const call of toolCallsOf(message)) waiting.set(call.id, index);
		const caller = message?.role === "toolResult" ? waiting.get(message.toolCallId) : undefined;
		if (caller !== undefined) lastResultOf.set(caller, index);
	}
	return lastResultOf;
}

/** A model change or a label just before the cut belongs to what follows. */
function withMetadataBefore(items: readonly HistoryItem[], cut: number): number {
	let first = cut;
	while (first > 0 && !items[first - 1]?.message) first--;
	return first;
}

const turnRoles: ReadonlySet<string> = new Set([
	"user",
	"bashExecution",
	"pythonExecution",
	"fileMention",
	"custom",
	"branchSummary",
]);

function startsTurn(message: SessionMessage): boolean {
	return turnRoles.has(message.role);
}
