import type { FileDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import type { ProposedChanges } from "../changes/repository-changes.ts";

/** The diff of a file as a model reads it, its hunks numbered. */
export function fileDiffText(file: FileDiff, hunkNumbers?: readonly number[]): string {
	const facts = [
		file.oldPath === undefined ? undefined : `renamed from ${file.oldPath}`,
		file.status === "A" ? "new file" : file.status === "D" ? "deleted" : undefined,
		file.isBinary ? "binary" : undefined,
		file.oldMode !== undefined && file.newMode !== undefined && file.oldMode !== file.newMode
			? `mode ${file.oldMode} → ${file.newMode}`
			: undefined,
	].filter(Boolean);
	const hunks = file.hunks.flatMap(({ header, lines }, index) =>
		hunkNumbers && !hunkNumbers.includes(index + 1) ? [] : [`[hunk ${index + 1}] ${header}\n${lines.join("\n")}`],
	);
	return [`=== ${file.path}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`, ...hunks].join("\n");
}

/** The whole change. */
export function wholeDiffText({ diffs, units, hidden }: Pick<ProposedChanges, "diffs" | "units" | "hidden">): string {
	const shown = [...diffs.values()].map((file) => fileDiffText(file));
	const left = units.filter(({ path }) => hidden.has(path)).map(({ path, status }) => `${status} ${path}`);
	return [
		...shown,
		...(left.length > 0 ? [`Not shown (lock files and very large files):\n${left.join("\n")}`] : []),
	].join("\n\n");
}
