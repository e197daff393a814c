import { type Finding, priorities } from "./finding.ts";
import { areSimilar } from "./title-words.ts";

const nearLines = 5;

/** Same place and cause once, the worst and surest first. */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
	const merged: Finding[] = [];
	for (const finding of findings) {
		const known = merged.findIndex((other) => isSame(finding, other));
		const other = merged[known];
		if (other) merged[known] = joined(other, finding);
		else merged.push(finding);
	}
	return merged.sort(byRank);
}

/** Whether two findings are about one problem. */
export function isSame(one: Finding, other: Finding): boolean {
	if (one.file !== other.file) return false;
	if (one.fingerprint === other.fingerprint) return true;
	const isNear = one.line <= other.endLine + nearLines && other.line <= one.endLine + nearLines;
	return isNear && areSimilar(one.title, other.title);
}

export function byRank(one: Finding, other: Finding): number {
	return (
		rank(one) - rank(other) ||
		other.confidence - one.confidence ||
		compare(one.file, other.file) ||
		one.line - other.line ||
		compare(one.title, other.title)
	);
}

const rank = ({ priority }: Finding) => priorities.indexOf(priority);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The worse priority and the higher confidence count; place and words are those of the better described one. */
function joined(one: Finding, other: Finding): Finding {
	const [best, second] = byRank(one, other) <= 0 ? [one, other] : [other, one];
	return {
		...best,
		body: best.body.length >= second.body.length ? best.body : second.body,
		confidence: Math.max(one.confidence, other.confidence),
		reports: one.reports + other.reports,
	};
}
