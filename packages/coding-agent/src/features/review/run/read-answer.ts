import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { type ReportedFinding, readFinding } from "../findings/finding.ts";

export interface ReviewAnswer {
	/** Of a model that answers with JSON instead of calling the tool. */
	readonly findings: readonly ReportedFinding[];
	/** Absent where the reviewer has not said it in the form that it was asked for. */
	readonly isCorrect?: boolean;
	readonly explanation: string;
}

/** The last line; what follows the word must not take it back. */
const verdictLine =
	/^[\s*_#>`-]*verdict[*_`]*\s*:[\s*_`]*(?:(not correct|incorrect)\b.*|correct\b(?!.*\b(?:not|in)[ -]?correct).*)$/i;

/** Reads the last reply of a reviewer. */
export function readAnswer(text: string): ReviewAnswer {
	const json = parsed(text);
	if (json && (Array.isArray(json.findings) || "overall_correctness" in json)) {
		const word = /^(?:patch is )?(?:(not correct|incorrect)|correct)$/i.exec(
			String(json.overall_correctness ?? json.verdict).trim(),
		);
		return {
			findings: (Array.isArray(json.findings) ? json.findings : []).flatMap((one) => readFinding(one) ?? []),
			...(word && { isCorrect: word[1] === undefined }),
			explanation: typeof json.explanation === "string" ? json.explanation : "",
		};
	}
	const lines = text.split("\n").filter((line) => !/^[\s`]*$/.test(line));
	const last = verdictLine.exec(lines.at(-1) ?? "");
	const explanation = (last ? lines.slice(0, -1) : lines).join(" ").replace(/\s+/g, " ").trim().slice(0, 1000);
	return { findings: [], ...(last && { isCorrect: last[1] === undefined }), explanation };
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
