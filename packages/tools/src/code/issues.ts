import type { ParseIssue } from "./find-matches.ts";

const maxIssues = 20;

/** Each reason once per kind of file: a pattern that one language cannot read is not read by any of its files. */
export function uniqueIssues(issues: readonly ParseIssue[]): string[] {
	const seen = new Map<string, string>();
	for (const { path, reason } of issues) {
		const ending = path.slice(path.lastIndexOf(".") + 1);
		const key = /^(?:syntax error|too large)/.test(reason) ? path : `${ending} ${reason}`;
		if (!seen.has(key)) seen.set(key, `- ${path}: ${reason}`);
	}
	return [...seen.values()];
}

export function issueLines(issues: readonly string[]): string[] {
	if (issues.length === 0) return [];
	const hidden = issues.length - maxIssues;
	return ["", "Parse issues:", ...issues.slice(0, maxIssues), ...(hidden > 0 ? [`- … ${hidden} more`] : [])];
}

export function issueDetails(issues: readonly string[]) {
	if (issues.length === 0) return {};
	return { parseErrors: issues.slice(0, maxIssues), parseErrorsTotal: issues.length };
}
