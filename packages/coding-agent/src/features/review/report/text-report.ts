import { describeTarget } from "../change/review-target.ts";
import type { SkippedFile } from "../change/skip-file.ts";
import type { Finding } from "../findings/finding.ts";
import type { ReviewReport } from "./report.ts";

/** The report for people. */
export function textReport(report: ReviewReport): string {
	const { findings, verdict, target, dismissed, skipped, leftOut, problems, isComplete } = report;
	const state = isComplete ? "" : " (incomplete)";
	const blocks = findings.map((finding, index) => {
		const body = finding.body.split("\n").map((line) => (line === "" ? "" : `   ${line}`));
		return [`${index + 1}. ${findingLine(finding)}`, ...(finding.body === "" ? [] : body)].join("\n");
	});
	const ending = [
		`Verdict on ${describeTarget(target)}: ${verdict.correctness}${state}. ${verdict.explanation}`,
		...(dismissed > 0
			? [`${count(dismissed, "finding")} left out because you dismissed ${dismissed === 1 ? "it" : "them"}.`]
			: []),
		...(skipped.length > 0 ? [`Not reviewed: ${fileList(skipped)}`] : []),
		...(leftOut.length > 0 ? [`Left out: ${fileList(leftOut)}`] : []),
		...problems,
		`${count(findings.length, "finding")}, ${count(report.requests, "request")}, ${dollars(report.costUsd)}`,
	];
	return `${[...blocks, ending.join("\n")].join("\n\n")}\n`;
}

/** `P1 src/a.ts:12 Title (90%)` */
export function findingLine({
	priority,
	title,
	file,
	line,
	endLine,
	confidence,
	inChange,
	movedFrom,
}: Finding): string {
	const place = `${file}:${line}${endLine > line ? `-${endLine}` : ""}`;
	const notes = [
		`${Math.round(confidence * 100)}%`,
		...(inChange ? [] : ["not in the change"]),
		...(movedFrom === undefined ? [] : [`reported at line ${movedFrom}`]),
	];
	return `${priority} ${place} ${title} (${notes.join(", ")})`;
}

export function count(number: number, word: string): string {
	return `${number} ${word}${number === 1 ? "" : "s"}`;
}

export function dollars(usd: number): string {
	return `$${usd < 0.01 && usd > 0 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

const maxNamed = 12;

function fileList(files: readonly SkippedFile[]): string {
	const more = files.length - maxNamed;
	const named = files.slice(0, maxNamed).map(({ path, reason }) => `${path} (${reason})`);
	return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
