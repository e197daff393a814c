import { join } from "node:path";
import { copyIndex, readIndex, readTreeDiff } from "../changes/index-file.ts";
import { setMarks } from "../changes/marked-files.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import {
	type Entries,
	type EntryChange,
	indexInfo,
	isSameEntry,
	parseIndex,
	type TreeEntry,
} from "../changes/tree-entry.ts";
import { IndexLock } from "./index-lock.ts";
import { mergeEntries } from "./merge-entries.ts";

export interface CommittedFiles {
	/** For files of our own. */
	readonly folder: string;
	/** What was staged before. */
	readonly staged: Entries;
	/** What the commits should have made of files; hooks may have changed that. */
	readonly planned: Entries;
	/** Paths of which all of the proposed change was committed. */
	readonly whole: ReadonlySet<string>;
}

/**
 * Brings the user's index up to the new HEAD. What is staged and was not committed stays staged, and so does what another process
 * staged meanwhile.
 */
export async function updateIndex(changes: ProposedChanges, files: CommittedFiles): Promise<void> {
	const { repository, index, head, chosen, named } = changes;
	const { folder, staged, planned, whole } = files;
	const before = head ?? (await repository.text(["mktree"], { stdin: "" })).trim();
	const committed = await readTreeDiff(repository, before, "HEAD");
	if (![...committed].some(([path, { after }]) => !isSameEntry(staged.get(path), after))) return;
	await using lock = await IndexLock.take(index);
	const variables = { GIT_INDEX_FILE: join(folder, "user-index") };
	copyIndex(index, variables.GIT_INDEX_FILE);
	const now = parseIndex(await readIndex(repository, variables));
	const wanted = new Map<string, TreeEntry | undefined>();
	for (const [path, change] of committed) {
		const isChangedMeanwhile = !isSameEntry(now.get(path), staged.get(path));
		const next = isChangedMeanwhile ? now.get(path) : await nextEntry(path, change);
		if (!isSameEntry(next, now.get(path))) wanted.set(path, next);
	}
	if (wanted.size === 0) return;
	const git = (args: readonly string[], input?: { readonly stdin?: string | Buffer }) =>
		repository.text(args, { variables, ...input });
	const [id = ""] = [...wanted.values(), ...staged.values()].flatMap((entry) => entry?.id ?? []);
	await git(["update-index", "-z", "--index-info"], { stdin: indexInfo(wanted, "0".repeat(id.length || 40)) });
	// An entry that is written anew has no mark.
	await setMarks(
		git,
		named.marks.filter(({ path, isTaken }) => isTaken && wanted.get(path) !== undefined),
		true,
	);
	// Fails when a file has changes; what it learned is written all the same.
	await repository.run(["update-index", "-q", "--refresh"], { variables });
	lock.replaceWith(variables.GIT_INDEX_FILE);

	async function nextEntry(path: string, { before, after }: EntryChange): Promise<TreeEntry | undefined> {
		const mine = staged.get(path);
		const expected = planned.has(path) ? planned.get(path) : before;
		const isUnstaged = isSameEntry(mine, before);
		const isReplaced = chosen.kind !== "staged" && whole.has(path);
		if (isUnstaged || isReplaced || isSameEntry(mine, expected)) return after;
		if (isSameEntry(expected, after)) return mine;
		// What a hook did to the committed version is done to the staged one, if possible.
		const merged = await mergeEntries(repository, folder, {
			planned: new Map([[path, { before: expected, after: mine }]]),
			actual: new Map([[path, after]]),
		}).catch(() => undefined);
		return merged ? merged.get(path) : mine;
	}
}
