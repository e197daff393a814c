import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { lastReply } from "../../../conversation/history/last-reply.ts";
import type { Change } from "../change/change.ts";
import type { DismissedFindings } from "../findings/dismissed-findings.ts";
import { type Finding, type ReportedFinding, readFinding } from "../findings/finding.ts";
import { mergeFindings } from "../findings/merge-findings.ts";
import { placeFinding } from "../findings/place-finding.ts";
import { decideVerdict } from "../findings/verdict.ts";
import { readAnswer } from "../run/read-answer.ts";
import { reviewMessage } from "./review-message.ts";

export interface EndedReview {
	readonly subject: string;
	readonly change: Change | undefined;
	/** What the model and its agents handed in. */
	readonly reported: readonly unknown[];
	readonly dismissed: DismissedFindings;
	readonly messages: readonly AgentMessage[];
	readonly timestamp: number;
}

/** Makes one list of what all reviewers reported, and the message that shows it. */
export async function summarizeReview(
	review: EndedReview,
): Promise<{ readonly findings: readonly Finding[]; readonly message: SessionMessage }> {
	const { subject, change, reported, dismissed, timestamp } = review;
	const reply = lastReply(review.messages);
	const isDone = reply?.stopReason !== "aborted" && reply?.stopReason !== "error";
	const answer = readAnswer(isDone && reply ? joinText(reply.content) : "");
	const read = [...reported.flatMap((one) => readFinding(one) ?? []), ...answer.findings];
	const merged = mergeFindings(await Promise.all(read.map((one) => place(one, change))));
	const findings = merged.filter((finding) => !dismissed.has(finding));
	const message = reviewMessage({
		...{ subject, findings, timestamp },
		verdict: isDone
			? decideVerdict(findings, [{ ...answer, isCorrect: answer.isCorrect ?? true }]).correctness
			: "not finished",
		dismissed: merged.length - findings.length,
		skipped: change?.skipped ?? [],
	});
	return { findings, message };
}

async function place(finding: ReportedFinding, change: Change | undefined): Promise<Finding> {
	if (change) return placeFinding(finding, change);
	const placed = await placeFinding(finding, { root: "", files: [], lineCount: async () => undefined });
	// Without a change to compare with, no place is outside of it.
	return { ...placed, inChange: true };
}
