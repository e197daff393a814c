import type { MadeChange } from "../../files/mutate/make-changes.ts";
import { contentLines } from "../../files/mutate/text/content-lines.ts";
import { anchorHeader } from "../../files/snapshots/display-mode.ts";
import { changedRows } from "../outcome/changed-rows.ts";

export interface SectionReport {
	readonly made: MadeChange;
	readonly notes: readonly string[];
	readonly warnings: readonly string[];
}

/** What the model reads about one file: where to anchor next, and how its surroundings look now. */
export function reportSection({ made, notes, warnings }: SectionReport): string {
	const { at, after, moveTo, tag } = made;
	if (after === undefined) return `Deleted ${made.target.shownPath}`;
	const rows = [tag ? anchorHeader(at.shownPath, tag) : at.shownPath, ...notes];
	if (moveTo) rows.push(`Moved to ${moveTo.shownPath}`);
	rows.push(...changedRows(contentLines(after).lines, made.lineChanges, "hashline"));
	if (warnings.length > 0) rows.push("", "Warnings:", ...warnings);
	return rows.join("\n");
}
