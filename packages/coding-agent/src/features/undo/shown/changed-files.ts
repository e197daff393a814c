import { shownPath } from "../contract/node-state.ts";
import type { FileChange } from "../contract/undo-engine.ts";

export type ChangeKind = "created" | "changed" | "deleted";

/** How many files an event names. */
const maxNamed = 200;

export function changeKind({ before, after }: Pick<FileChange, "before" | "after">): ChangeKind {
	if (before.kind === "absent") return "created";
	return after.kind === "absent" ? "deleted" : "changed";
}

/** Folders only count where nothing else changed: they come with their files. */
export function countedChanges<Change extends FileChange>(changes: readonly Change[]): readonly Change[] {
	const files = changes.filter(({ before, after }) => before.kind !== "folder" && after.kind !== "folder");
	return files.length > 0 ? files : changes;
}

/** For events: what changed on disk. */
export function changedFiles(changes: readonly FileChange[]): {
	readonly count: number;
	readonly files: ReadonlyArray<{ readonly path: string; readonly change: ChangeKind }>;
} {
	const counted = countedChanges(changes);
	return {
		count: counted.length,
		files: counted.slice(0, maxNamed).map((change) => ({ path: shownPath(change.path), change: changeKind(change) })),
	};
}
