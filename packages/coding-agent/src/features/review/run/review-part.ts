import { type AssistantMessage, joinText } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { fenced } from "@oh-my-pi/pi-tools/output/outside-content";
import { reportFindingTool } from "@oh-my-pi/pi-tools/report-finding/report-finding";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { lastReply } from "../../../conversation/history/last-reply.ts";
import { isBudgetStop } from "../../../conversation/recovery/failure-kind.ts";
import { openConversation } from "../../../workbench/open/open-conversation.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Change } from "../change/change.ts";
import { describeTarget } from "../change/review-target.ts";
import type { ChangePart } from "../change/split-change.ts";
import { type ReportedFinding, readFinding } from "../findings/finding.ts";
import { reportedFinding } from "../findings/reported-finding.ts";
import { changedFileTool } from "./changed-file-tool.ts";
import partPrompt from "./part.md" with { type: "text" };
import prompt from "./prompt.md" with { type: "text" };
import { readAnswer } from "./read-answer.ts";
import { readingGuard } from "./reading-guard.ts";
import { requestLimit } from "./request-limit.ts";

/** Tools that only read. */
const readers = ["read", "search", "find"];

export interface PartReview {
	/** The session that the reviewer belongs to: models, budget, settings. */
	readonly session: OpenedConversation;
	readonly model: Model;
	readonly change: Change;
	readonly part: ChangePart;
	readonly total: number;
	/** What project and user tell models. */
	readonly projectContext: string;
	readonly signal: AbortSignal;
	readonly onFinding: (finding: ReportedFinding) => void;
	readonly onCost: (usd: number) => void;
}

/** How the review of a part ended. */
export type PartOutcome =
	| { readonly kind: "done"; readonly isCorrect: boolean; readonly explanation: string }
	/** It ended without the verdict that it was asked for; findings count. */
	| { readonly kind: "silent"; readonly reason: string }
	/** A cap on costs stopped it. */
	| { readonly kind: "budget"; readonly reason: string }
	| { readonly kind: "failed"; readonly reason: string }
	| { readonly kind: "aborted" };

/** Lets a reviewer with read-only tools look at a part of a change. Findings are passed on while it works. */
export async function reviewPart(review: PartReview): Promise<PartOutcome> {
	const { session, change, part, signal } = review;
	const { conversation } = await openReviewer(review);
	const abort = () => void conversation.submit({ type: "abort" });
	signal.addEventListener("abort", abort, { once: true });
	try {
		conversation.subscribe((event) => {
			if (event.type === "message_end" && event.message.role === "assistant" && "usage" in event.message) {
				// A request that the budget refused was not sent.
				if (!isBudgetStop(event.message) || event.message.usage.totalTokens > 0) {
					review.onCost(event.message.usage.cost.total);
				}
			}
			const finding = readFinding(reportedFinding(event, conversation.tools));
			if (finding) review.onFinding(finding);
		});
		if (signal.aborted) return { kind: "aborted" };
		const text = renderPrompt(partPrompt, {
			number: String(part.number),
			total: String(review.total),
			target: describeTarget(change.target),
			context: contextText(review),
			change: fenced(part.text, `the change, part ${part.number}`),
		});
		await conversation.submit({ type: "prompt", text });
		await conversation.idle();
		return describeEnd(lastReply(conversation.messages), review);
	} finally {
		signal.removeEventListener("abort", abort);
		await conversation.dispose();
		session.workbench.budget.forget(conversation.id);
	}
}

async function openReviewer({ session, model, change, part }: PartReview): Promise<OpenedConversation> {
	const { workbench, host, agentDir } = session;
	const tools = [{ ...reportFindingTool(), loadMode: "essential" as const }, changedFileTool(change)];
	const opened = await openConversation(workbench, {
		id: `Review${part.number}`,
		parent: session.conversation,
		log: inMemorySession(fileEnvironment(host, agentDir), { cwd: change.root }),
		cwd: change.root,
		chosen: { model, thinkingLevel: session.conversation.thinkingLevel },
		toolNames: readers,
		chooseTools: (found) => [...found, ...tools],
		rewritePrompt: () => [renderPrompt(prompt)],
	});
	for (const id of opened.toolSources.ids) if (id !== "builtin" && id !== "sdk") opened.toolSources.remove(id);
	opened.conversation.addHook(readingGuard(change.root, change.root));
	opened.conversation.addHook((live) => requestLimit(live));
	await opened.conversation.refresh();
	return opened;
}

function contextText({ change, projectContext }: PartReview): string {
	const purpose =
		change.purpose === "" ? [] : ["What its authors say about it:", fenced(change.purpose, "the commits")];
	const project = projectContext === "" ? [] : ["Conventions of the project:", fenced(projectContext, "the project")];
	return [...purpose, ...project].join("\n");
}

function describeEnd(reply: AssistantMessage | undefined, { signal, onFinding }: PartReview): PartOutcome {
	if (signal.aborted) return { kind: "aborted" };
	if (!reply) return { kind: "failed", reason: "the model did not answer" };
	if (isBudgetStop(reply)) return { kind: "budget", reason: reply.errorMessage ?? "the cost limit is reached" };
	const { findings, isCorrect, explanation } = readAnswer(joinText(reply.content));
	for (const finding of findings) onFinding(finding);
	if (reply.stopReason === "aborted") return { kind: "silent", reason: "it was stopped before" };
	if (reply.stopReason === "error") return { kind: "failed", reason: reply.errorMessage ?? "the request failed" };
	if (isCorrect !== undefined) return { kind: "done", isCorrect, explanation };
	return {
		kind: "silent",
		reason: explanation === "" ? "its reply was empty" : `it said: ${oneLine(explanation, 200)}`,
	};
}
