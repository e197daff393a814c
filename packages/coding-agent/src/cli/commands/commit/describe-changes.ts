import type { FileEdit } from "./changes/file-edit.ts";
import type { ProposedChanges } from "./changes/repository-changes.ts";
import { leftOutLines } from "./changes/select-files.ts";
import { describePart } from "./split/describe-plan.ts";
import type { PlannedCommit } from "./split/plan-split.ts";

const maxListed = 40;

/** What will be committed, and what not. */
export function fileLines({ chosen, units, isMerge }: ProposedChanges): string[] {
	const count = `(${units.length} ${units.length === 1 ? "file" : "files"})`;
	const heading = {
		staged: `● Committing what is staged ${count}`,
		tracked: `● Nothing staged; changes of tracked files ${count}`,
		all: `● Committing all changes ${count}`,
		named: `● Committing what was named ${count}`,
	}[chosen.kind];
	const more = units.length - maxListed;
	return [
		isMerge ? `${heading}, as a merge commit` : heading,
		...units
			.slice(0, maxListed)
			.map(({ status, path, oldPath }) => `  ${status} ${oldPath === undefined ? path : `${oldPath} → ${path}`}`),
		...(more > 0 ? [`  … ${more} more`] : []),
		...leftOutLines(chosen),
	];
}

/** The commits of a split, with what is in each. */
export function planText(plan: readonly PlannedCommit[], { units }: ProposedChanges): string {
	return plan
		.map(({ message, parts, rationale }, index) =>
			[
				`[${index + 1}/${plan.length}] ${message}`,
				...(rationale === undefined ? [] : [`  (${rationale.replace(/\s+/g, " ")})`]),
				...[...parts].map(([unit, part]) => `  ${describePart(units[unit], part)}`),
				"",
			].join("\n"),
		)
		.join("\n");
}

/** What an edit of a changelog adds and removes. */
export function changedLines({ before, after }: FileEdit): string[] {
	const entries = (content: Uint8Array) =>
		Buffer.from(content)
			.toString("utf8")
			.split(/\r?\n/)
			.filter((line) => line.startsWith("- "));
	const [old, next] = [entries(before), entries(after)];
	const removed = old.filter((line) => !next.includes(line)).map((line) => `removed ${line}`);
	return [...next.filter((line) => !old.includes(line)), ...removed];
}
