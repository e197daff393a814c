import type { ReviewTarget } from "../change/review-target.ts";
import type { SkippedFile } from "../change/skip-file.ts";
import type { Finding } from "../findings/finding.ts";
import type { Verdict } from "../findings/verdict.ts";

/** What came of a review. */
export interface ReviewReport {
	readonly target: ReviewTarget;
	readonly verdict: Verdict;
	/** Merged and ranked. */
	readonly findings: readonly Finding[];
	/** Findings that the user dismissed earlier. */
	readonly dismissed: number;
	readonly skipped: readonly SkippedFile[];
	/** Files that were to be reviewed and were not, and why. */
	readonly leftOut: readonly SkippedFile[];
	/** What went wrong, a sentence each. */
	readonly problems: readonly string[];
	/** False: a part failed, was interrupted or did not fit into the cost. */
	readonly isComplete: boolean;
	readonly costUsd: number;
	readonly models: readonly string[];
	readonly requests: number;
}
