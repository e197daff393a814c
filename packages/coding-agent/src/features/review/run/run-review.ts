import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Change } from "../change/change.ts";
import type { SkippedFile } from "../change/skip-file.ts";
import { type ChangePart, splitChange } from "../change/split-change.ts";
import type { DismissedFindings } from "../findings/dismissed-findings.ts";
import type { Finding, ReportedFinding } from "../findings/finding.ts";
import { isSame, mergeFindings } from "../findings/merge-findings.ts";
import { placeFinding } from "../findings/place-finding.ts";
import { decideVerdict, type PartVerdict } from "../findings/verdict.ts";
import type { ReviewReport } from "../report/report.ts";
import { type PartOutcome, reviewPart } from "./review-part.ts";

export interface ReviewRun {
	readonly session: OpenedConversation;
	readonly model: Model;
	readonly change: Change;
	readonly dismissed: Pick<DismissedFindings, "has">;
	readonly signal: AbortSignal;
	/** A new finding, as soon as it is there. */
	readonly onFinding: (finding: Finding) => void;
	readonly onPart?: (part: ChangePart, total: number) => void;
}

const maxPartChars = 60_000;
const concurrency = 3;
const costLimit = "the cost limit is reached";
const noVerdict = "the model gave no verdict";
const maxContextChars = 6000;

/** Reviews a change part by part, a few at a time. Gives what there is, also when it is stopped. */
export async function runReview(run: ReviewRun): Promise<ReviewReport> {
	const { session, model, change } = run;
	const parts = splitChange(change.files, partChars(model));
	const state = new ReviewState(run);
	const waiting = [...parts];
	const projectContext = await readProjectContext(session);
	const worker = async () => {
		for (let part = waiting.shift(); part; part = waiting.shift()) {
			if (run.signal.aborted) state.leaveOut(part, "interrupted");
			else if (state.isOutOfBudget) state.leaveOut(part, costLimit);
			else {
				run.onPart?.(part, parts.length);
				const outcome = await reviewPart({
					...{ session, model, change, part, projectContext, signal: run.signal },
					total: parts.length,
					onFinding: (finding) => state.add(finding),
					onCost: (usd) => state.addCost(usd),
				}).catch((error: unknown): PartOutcome => ({ kind: "failed", reason: errorMessage(error) }));
				state.end(part, outcome);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, parts.length) }, worker));
	return state.report();
}

/** What fits beside what a reviewer reads on the way. */
function partChars({ contextWindow }: Model): number {
	return Math.max(4000, Math.min(maxPartChars, Math.floor(contextWindow * 0.9)));
}

async function readProjectContext(session: OpenedConversation): Promise<string> {
	const { contextFiles = [] } = await session.promptFacts();
	return contextFiles
		.map(({ content }) => content)
		.join("\n\n")
		.slice(0, maxContextChars);
}

/** What the reviewers of a change have handed in so far. */
class ReviewState {
	readonly #run: ReviewRun;
	readonly #found: Finding[] = [];
	readonly #placing: Promise<void>[] = [];
	readonly #verdicts: PartVerdict[] = [];
	readonly #leftOut: SkippedFile[] = [];
	readonly #problems = new Set<string>();
	/** Said first: they explain the others. */
	readonly #costProblems = new Set<string>();
	#dismissed = 0;
	#costUsd = 0;
	#requests = 0;
	isOutOfBudget = false;

	constructor(run: ReviewRun) {
		this.#run = run;
	}

	add(reported: ReportedFinding): void {
		this.#placing.push(this.#place(reported));
	}

	async #place(reported: ReportedFinding): Promise<void> {
		const { change, dismissed, onFinding } = this.#run;
		const finding = await placeFinding(reported, change);
		if (dismissed.has(finding)) {
			this.#dismissed++;
			return;
		}
		const isNew = !this.#found.some((known) => isSame(known, finding));
		this.#found.push(finding);
		if (isNew) onFinding(finding);
	}

	addCost(usd: number): void {
		this.#costUsd += usd;
		this.#requests++;
	}

	end(part: ChangePart, outcome: PartOutcome): void {
		switch (outcome.kind) {
			case "done":
				this.#verdicts.push(outcome);
				return;
			case "budget":
				this.isOutOfBudget = true;
				this.#costProblems.add(`The cost limit stopped the review: ${outcome.reason}`);
				this.leaveOut(part, costLimit);
				return;
			case "aborted":
				this.leaveOut(part, "interrupted");
				return;
			case "silent":
				this.#problems.add(`The model gave no verdict on part ${part.number}: ${outcome.reason}`);
				this.leaveOut(part, noVerdict);
				return;
			case "failed":
				this.#problems.add(`Part ${part.number} could not be reviewed: ${outcome.reason}`);
				this.leaveOut(part, "the request failed");
		}
	}

	leaveOut({ paths }: ChangePart, reason: string): void {
		for (const path of paths) {
			const known = this.#leftOut.findIndex((one) => one.path === path);
			if (known < 0) this.#leftOut.push({ path, reason });
			// Parts of one file may end differently; more of it would have been read.
			else if (reason === costLimit) this.#leftOut[known] = { path, reason };
		}
	}

	async report(): Promise<ReviewReport> {
		await Promise.all(this.#placing);
		const { change, model } = this.#run;
		const findings = mergeFindings(this.#found);
		const isComplete = this.#leftOut.length === 0;
		const decided = decideVerdict(findings, this.#verdicts);
		const isUnreviewed = this.#verdicts.length === 0 && findings.length === 0 && !isComplete;
		const isUnsaid = decided.correctness === "correct" && this.#leftOut.some(({ reason }) => reason === noVerdict);
		return {
			target: change.target,
			verdict: isUnsaid
				? { correctness: "not correct", explanation: "The model gave no verdict." }
				: isUnreviewed
					? { correctness: "not correct", explanation: "Nothing could be reviewed." }
					: decided,
			findings,
			dismissed: this.#dismissed,
			skipped: change.skipped,
			leftOut: this.#leftOut,
			problems: [...this.#costProblems, ...this.#problems],
			isComplete,
			costUsd: this.#costUsd,
			models: [selectorOf(model)],
			requests: this.#requests,
		};
	}
}
