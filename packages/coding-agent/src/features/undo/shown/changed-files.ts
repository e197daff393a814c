import { type BytePath, shownPath } from "../contract/node-state.ts";
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

/** Files of the work tree, and whether something in `.git` changed beside them: what git keeps there says nothing to a user. */
export function splitRepository<Item>(
	items: readonly Item[],
	pathOf: (item: Item) => BytePath,
): { readonly files: readonly Item[]; readonly hasRepository: boolean } {
	const files = items.filter((item) => !/(?:^|\/)\.git(?:\/|$)/.test(shownPath(pathOf(item))));
	return { files, hasRepository: files.length < items.length };
}

/** For events: what changed on disk. */
export function changedFiles(changes: readonly FileChange[]): {
	readonly count: number;
	readonly changesRepository?: true;
	readonly files: ReadonlyArray<{ readonly path: string; readonly change: ChangeKind }>;
} {
	const { files, hasRepository } = splitRepository(changes, ({ path }) => path);
	const counted = countedChanges(files);
	return {
		count: counted.length,
		...(hasRepository && { changesRepository: true }),
		files: counted.slice(0, maxNamed).map((change) => ({ path: shownPath(change.path), change: changeKind(change) })),
	};
}
