import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SkippedFile } from "../change/skip-file.ts";
import { type Finding, readFinding } from "../findings/finding.ts";
import type { Verdict } from "../findings/verdict.ts";
import { count, findingLine } from "../report/text-report.ts";

const reviewMessageType = "review";

export interface ReviewResult {
	readonly subject: string;
	readonly findings: readonly Finding[];
	/** How many were left out because the user dismissed them earlier. */
	readonly dismissed: number;
	readonly verdict: Verdict["correctness"] | "not finished";
	readonly skipped: readonly SkippedFile[];
	readonly timestamp: number;
}

/** The result of a review as a message: part of the session, so that it is there after a restart and the model can refer to it. */
export function reviewMessage({
	subject,
	findings,
	dismissed,
	verdict,
	skipped,
	timestamp,
}: ReviewResult): SessionMessage {
	const lines = [
		`Review of ${subject}: ${verdict}, ${count(findings.length, "finding")}`,
		...findings.map((finding, index) => `${index + 1}. ${findingLine(finding)}`),
		...(dismissed > 0 ? [`${count(dismissed, "dismissed finding")} left out. /review restore brings them back.`] : []),
		...(skipped.length > 0 ? [`Not reviewed: ${shortList(skipped)}`] : []),
		...(findings.length > 0 ? ["Walk through them: /review findings"] : []),
	];
	return {
		role: "custom",
		customType: reviewMessageType,
		content: lines.join("\n"),
		display: true,
		attribution: "agent",
		details: { verdict, findings, dismissed },
		timestamp,
	};
}

/** The findings of the last review of a history. */
export function recordedFindings(messages: readonly AgentMessage[]): readonly Finding[] {
	const last = messages.findLast((message) => "customType" in message && message.customType === reviewMessageType);
	const details: unknown = last && "details" in last ? last.details : undefined;
	return isRecord(details) && Array.isArray(details.findings)
		? details.findings.flatMap((one) => readRecorded(one) ?? [])
		: [];
}

function readRecorded(value: unknown): Finding | undefined {
	const finding = readFinding(value);
	if (!finding || !isRecord(value) || typeof value.fingerprint !== "string") return undefined;
	const { fingerprint, lineText, inChange } = value;
	return {
		...finding,
		fingerprint,
		lineText: typeof lineText === "string" ? lineText : "",
		inChange: inChange !== false,
		reports: 1,
	};
}

const maxNamed = 8;

function shortList(skipped: readonly SkippedFile[]): string {
	const more = skipped.length - maxNamed;
	const named = skipped.slice(0, maxNamed).map(({ path, reason }) => `${path} (${reason})`);
	return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
