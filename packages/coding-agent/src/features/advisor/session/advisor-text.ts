import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { inputLimit } from "../../../conversation/compaction/threshold.ts";
import type { CostRow } from "../../../workbench/running-feature.ts";
import type { OpenedReviewers } from "../reviewer/open-reviewers.ts";
import type { Reviewer } from "../reviewer/reviewer.ts";
import type { Spend, SpendCount } from "../reviewer/spend-count.ts";
import type { ConversationAdvisor } from "./conversation-advisor.ts";

/** What `/advisor status` says. */
export function statusText({ reviewers, missing }: Pick<OpenedReviewers, "reviewers" | "missing">): string {
	return [
		...reviewers.map(reviewerStatus),
		...missing.map(({ name, message }) => `${title(name)} is enabled, but does not run: ${message}`),
	].join("\n");
}

/** `Advisor is enabled (acme/a-2). Context: 120 / 64,000 tokens (0%). Spend: 500 input, 100 output, $0.0007.` */
function reviewerStatus(reviewer: Reviewer): string {
	const { name, model, state, reason } = reviewer;
	const limit = inputLimit(model);
	const used = reviewer.contextTokens;
	const percent = limit > 0 ? Math.round((used / limit) * 100) : 0;
	const words = { ready: "enabled", paused: "paused", off: "switched off" };
	return [
		`${title(name)} is ${words[state]} (${selectorOf(model)}).`,
		`Context: ${number(used)} / ${number(limit)} tokens (${percent}%).`,
		`Spend: ${spendText(reviewer.spend)}.`,
		...(state === "ready" ? [] : [`Reason: ${reason}.`]),
	].join(" ");
}

/** A word in the status line. */
export function segmentText({ reviewers, isBusy, isMissing, noteCount }: ConversationAdvisor): string | undefined {
	if (isMissing) return undefined;
	const notes = noteCount > 0 ? ` ${noteCount}` : "";
	if (reviewers.some(({ state }) => state === "off")) return `advisor off${notes}`;
	if (reviewers.some(({ state }) => state === "paused")) return `advisor paused${notes}`;
	return `advisor${notes}${isBusy ? "…" : ""}`;
}

/** Rows above the editor: only what passes. One that is off has said so once, and the status line shows it. */
export function panelRows({ reviewers }: ConversationAdvisor): readonly string[] {
	return reviewers.flatMap(({ name, state, reason, skipped, unreviewed }) => {
		if (state === "paused") return [`${title(name)} paused: ${reason}`];
		if (skipped !== undefined) return [`${title(name)} could not review: ${skipped}`];
		return unreviewed > 1 ? [`${title(name)}: ${unreviewed} turns behind`] : [];
	});
}

export function costRows(spend: SpendCount, { isOn }: { readonly isOn: boolean }): readonly CostRow[] {
	return isOn || !spend.isEmpty ? [{ name: "Advisor", text: spendText(spend.total) }] : [];
}

/** What is said while there is no advisor. */
export function disabledText(spend: SpendCount | undefined): string {
	return !spend || spend.isEmpty ? "Advisor is disabled." : `Advisor is disabled. Spend: ${spendText(spend.total)}.`;
}

/** `500 input, 100 output, $0.0007` */
function spendText({ input, output, cost }: Spend): string {
	return `${number(input)} input, ${number(output)} output, $${cost.toFixed(4)}`;
}

function title(name: string | undefined): string {
	return name === undefined ? "Advisor" : `Advisor ${name}`;
}

function number(value: number): string {
	return value.toLocaleString("en");
}
