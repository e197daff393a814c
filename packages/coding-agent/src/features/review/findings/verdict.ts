import type { Finding } from "./finding.ts";

export interface Verdict {
	readonly correctness: "correct" | "not correct";
	readonly explanation: string;
}

/** What one reviewer says about its part. */
export interface PartVerdict {
	readonly isCorrect: boolean;
	readonly explanation: string;
}

/** A change with a finding that must be fixed is not correct; otherwise the reviewers decide. */
export function decideVerdict(findings: readonly Finding[], parts: readonly PartVerdict[]): Verdict {
	const blocking = findings.filter(mustBeFixed);
	const [worst] = blocking;
	const objections = parts.filter(({ isCorrect }) => !isCorrect);
	const words = (some: readonly PartVerdict[]) =>
		[...new Set(some.map(({ explanation }) => explanation.trim()).filter(Boolean))].join(" ").slice(0, 2000);
	if (worst) {
		const more = blocking.length === 1 ? "" : ` and ${blocking.length - 1} more of P0 or P1`;
		const explanation = words(objections) || `${worst.title} (${worst.file}:${worst.line})${more}.`;
		return { correctness: "not correct", explanation };
	}
	// A reviewer that objects without a serious finding says why.
	if (objections.length > 0 && words(objections) !== "") {
		return { correctness: "not correct", explanation: words(objections) };
	}
	return { correctness: "correct", explanation: words(parts) || "No finding of P0 or P1." };
}

/** P0 and P1: the exit code depends on them. */
export function mustBeFixed({ priority }: Pick<Finding, "priority">): boolean {
	return priority === "P0" || priority === "P1";
}
