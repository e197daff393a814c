import { createHash } from "node:crypto";
import { copyFileSync, existsSync, statSync, utimesSync } from "node:fs";
import type { Repository } from "./repository.ts";
import { type EntryChange, parseTreeDiff } from "./tree-entry.ts";

/**
 * Copies an index. Git compares its time with those of the files in it, to know which may have changed unnoticed in the second
 * when it was written: a copy that is younger would hide such changes.
 */
export function copyIndex(from: string, to: string): void {
	if (!existsSync(from)) return;
	const { mtimeMs } = statSync(from);
	copyFileSync(from, to);
	const seconds = Math.floor(mtimeMs / 1000);
	utimesSync(to, seconds, seconds);
}

/** Makes a copy of an index what HEAD is, with the times of the files, so that git need not read them all again. */
export async function resetIndex(
	repository: Repository,
	variables: Readonly<Record<string, string>>,
	head: string | undefined,
): Promise<void> {
	if (head !== undefined && (await repository.succeeds(["read-tree", "--reset", head], { variables }))) return;
	// Git does not drop an entry that the user marked (`update-index --skip-worktree`); then without the times.
	await repository.text(["read-tree", head ?? "--empty"], { variables });
}

/** The entries of an index, as `git ls-files -s -z` prints them. */
export async function readIndex(repository: Repository, variables: Readonly<Record<string, string>>): Promise<Buffer> {
	return repository.bytes(["ls-files", "-s", "-z"], { variables });
}

/** Tells whether an index has the same entries as another; what git learned of times does not count. */
export function indexDigest(entries: Buffer): string {
	return createHash("sha256").update(entries).digest("hex");
}

/** What differs between two trees, file by file. */
export async function readTreeDiff(
	repository: Repository,
	before: string,
	after: string,
): Promise<ReadonlyMap<string, EntryChange>> {
	const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", before, after];
	return parseTreeDiff(await repository.bytes(args));
}
