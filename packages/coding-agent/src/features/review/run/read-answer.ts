import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { type ReportedFinding, readFinding } from "../findings/finding.ts";

export interface ReviewAnswer {
	/** Of a model that answers with JSON instead of calling the tool. */
	readonly findings: readonly ReportedFinding[];
	readonly isCorrect: boolean;
	readonly explanation: string;
}

const verdictLine = /^[\s*_#>-]*verdict[*_]*\s*:[\s*_]*(not correct|incorrect|correct)\b.*$/im;

/** Reads the last reply of a reviewer. */
export function readAnswer(text: string): ReviewAnswer {
	const json = parsed(text);
	if (json && (Array.isArray(json.findings) || "overall_correctness" in json)) {
		const verdict = json.overall_correctness ?? json.verdict;
		return {
			findings: (Array.isArray(json.findings) ? json.findings : []).flatMap((one) => readFinding(one) ?? []),
			isCorrect: verdict !== "incorrect" && verdict !== "not correct",
			explanation: typeof json.explanation === "string" ? json.explanation : "",
		};
	}
	const word = verdictLine.exec(text)?.[1]?.toLowerCase();
	const explanation = text.replace(verdictLine, "").replace(/\s+/g, " ").trim();
	return { findings: [], isCorrect: word === undefined || word === "correct", explanation: explanation.slice(0, 1000) };
}

function parsed(text: string): Record<string, unknown> | undefined {
	const start = text.indexOf("{");
	if (start < 0) return undefined;
	try {
		const value: unknown = JSON.parse(text.slice(start, text.lastIndexOf("}") + 1));
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
