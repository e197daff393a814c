import { describeTarget } from "../change/review-target.ts";
import type { ReviewReport } from "./report.ts";

/** The report for programs. */
export function jsonReport(report: ReviewReport): string {
	const { target, verdict, findings, dismissed, skipped, leftOut, problems, isComplete, costUsd, models, requests } =
		report;
	const value = {
		verdict: verdict.correctness,
		explanation: verdict.explanation,
		complete: isComplete,
		target: { ...target, description: describeTarget(target) },
		findings: findings.map(
			({ priority, title, body, file, line, endLine, confidence, fingerprint, inChange, movedFrom, reports }) => ({
				...{ priority, title, body, file, line, endLine, confidence, fingerprint, inChange, reports },
				...(movedFrom !== undefined && { movedFrom }),
			}),
		),
		dismissed,
		skipped,
		leftOut,
		problems,
		models,
		requests,
		costUsd,
	};
	return `${JSON.stringify(value, null, 2)}\n`;
}
