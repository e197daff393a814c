import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { FileDetails } from "../../event/compaction-result.ts";
import { messageOfStep } from "../../history/session-context.ts";
import { fileActivity, fileDetails, filesTag } from "../file-activity.ts";
import branchSummaryPrompt from "./prompts/branch-summary.md" with { type: "text" };
import { type Ask, summaryAside, withFocus } from "./summarize.ts";

export interface BranchSummaryOptions {
	readonly reserveTokens: number;
	/** What the user wants emphasized. */
	readonly focus?: string;
	readonly signal: AbortSignal;
}

export interface BranchSummary {
	readonly summary: string;
	readonly details: FileDetails;
}

const preamble = "The user explored another branch of this conversation before coming back here. What happened there:";

/** Summarizes an abandoned branch; of one too long for the model, the newest part. */
export async function summarizeBranch(
	entries: readonly PathStep[],
	ask: Ask,
	options: BranchSummaryOptions,
): Promise<BranchSummary> {
	const messages = entries.flatMap((step) => messageOfStep(step) ?? []);
	const { reserveTokens, focus, signal } = options;
	const instructions = withFocus(renderPrompt(branchSummaryPrompt), focus);
	const text = await ask(summaryAside(messages, instructions, { reserveTokens }), signal);
	const files = fileActivity(entries);
	return {
		summary: [preamble, text, filesTag(files)].filter(Boolean).join("\n\n"),
		details: fileDetails(files),
	};
}
