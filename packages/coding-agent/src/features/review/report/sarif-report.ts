import { describeTarget } from "../change/review-target.ts";
import { type Finding, type Priority, priorities } from "../findings/finding.ts";
import type { ReviewReport } from "./report.ts";

interface Rule {
	readonly name: string;
	readonly text: string;
	readonly level: "error" | "warning" | "note";
}

const rules: Readonly<Record<Priority, Rule>> = {
	P0: { name: "BlocksRelease", text: "A problem that blocks a release.", level: "error" },
	P1: { name: "FixNext", text: "A problem to fix before the change is merged.", level: "error" },
	P2: { name: "ShouldBeFixed", text: "A problem that should be fixed.", level: "warning" },
	P3: { name: "NiceToHave", text: "A detail.", level: "note" },
};

/** The report as SARIF 2.1.0, for code scanning. */
export function sarifReport(report: ReviewReport, version: string): string {
	const { verdict, findings, skipped, leftOut, problems, isComplete, target } = report;
	const seen = new Map<string, number>();
	const run = {
		tool: {
			driver: {
				name: "omp review",
				semanticVersion: version,
				rules: priorities.map((priority) => ({
					id: priority,
					name: rules[priority].name,
					shortDescription: { text: rules[priority].text },
					defaultConfiguration: { level: rules[priority].level },
				})),
			},
		},
		automationDetails: { id: `omp-review/${encodeURIComponent(describeTarget(target))}` },
		columnKind: "utf16CodeUnits",
		invocations: [
			{
				executionSuccessful: isComplete,
				toolExecutionNotifications: [
					...problems.map((text) => ({ level: "error", message: { text } })),
					...[...skipped, ...leftOut].map(({ path, reason }) => ({
						level: "note",
						message: { text: `Not reviewed: ${reason}` },
						locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
					})),
				],
			},
		],
		results: findings.map((finding) => sarifResult(finding, nextOrdinal(seen, finding.fingerprint))),
		properties: { verdict: verdict.correctness, explanation: verdict.explanation },
	};
	const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
	return `${JSON.stringify(log, null, 2)}\n`;
}

function sarifResult(finding: Finding, ordinal: number) {
	const { priority, title, body, file, line, endLine, confidence, fingerprint } = finding;
	return {
		ruleId: priority,
		ruleIndex: priorities.indexOf(priority),
		level: rules[priority].level,
		rank: Math.round(confidence * 100),
		message: { text: body === "" ? title : `${title}\n\n${body}` },
		locations: [{ physicalLocation: { artifactLocation: artifact(file), region: { startLine: line, endLine } } }],
		partialFingerprints: { "ompFinding/v1": ordinal === 1 ? fingerprint : `${fingerprint}:${ordinal}` },
		properties: { priority, confidence, title },
	};
}

/** A relative URI: every part of the path is encoded, a colon too, so that none is taken for a scheme. */
function artifact(path: string) {
	const uri = path.split("/").map(encodeURIComponent).join("/");
	return { uri, uriBaseId: "%SRCROOT%" };
}

function nextOrdinal(seen: Map<string, number>, fingerprint: string): number {
	const count = (seen.get(fingerprint) ?? 0) + 1;
	seen.set(fingerprint, count);
	return count;
}
