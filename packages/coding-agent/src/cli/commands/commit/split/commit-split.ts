import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliError } from "../../../../process/usage-error.ts";
import type { FileEdit } from "../changes/file-edit.ts";
import { copyIndex, indexDigest, readIndex, readTreeDiff, resetIndex } from "../changes/index-file.ts";
import { checkOperations } from "../changes/operation-in-progress.ts";
import { currentBranch, type ProposedChanges } from "../changes/repository-changes.ts";
import { type Entries, fromBytePath, indexInfo, parseIndex, type TreeEntry } from "../changes/tree-entry.ts";
import { mergeEntries } from "./merge-entries.ts";
import type { PlannedCommit } from "./plan-split.ts";
import { SplitTrees } from "./split-trees.ts";
import { updateIndex } from "./update-index.ts";
import { WrittenFiles } from "./written-files.ts";

export interface SplitResult {
	/** Hash and subject of each commit. */
	readonly commits: readonly string[];
	/** What the user should know: what hooks changed, commits that were left out. */
	readonly notes: readonly string[];
}

export interface CommitOptions {
	/** Stops git, and puts everything back. */
	readonly signal?: AbortSignal | undefined;
}

/** Commits everything that was proposed at once. */
export async function commitAll(
	changes: ProposedChanges,
	message: string,
	edits: readonly FileEdit[],
	options: CommitOptions = {},
): Promise<SplitResult> {
	const parts = new Map(changes.units.map((_, index) => [index, "all" as const]));
	return commitSplit(changes, [{ message, parts, needs: [] }], edits, options);
}

/**
 * Makes commits from what was proposed, whatever the files are by now. Each is built in an index of its own, so that the working
 * tree, what is not staged and the stash stay as they are; the user's index is changed once, at the end. If one fails, or the
 * signal comes before the last is made, HEAD, index and changelogs are as before.
 */
export async function commitSplit(
	changes: ProposedChanges,
	commits: readonly PlannedCommit[],
	edits: readonly FileEdit[],
	{ signal }: CommitOptions = {},
): Promise<SplitResult> {
	const { head, isMerge } = changes;
	const repository = changes.repository.interruptedBy(signal);
	const folder = mkdtempSync(join(tmpdir(), "omp-commit-"));
	const variables = { GIT_INDEX_FILE: join(folder, "index") };
	const files = new WrittenFiles(changes.root);
	const trees = new SplitTrees(repository, changes.byteUnits);
	const notes: string[] = [];
	const made: string[] = [];
	/** What hooks made of files. */
	const hooked = new Map<string, TreeEntry | undefined>();
	let edited: Entries = new Map();
	let expected = head;
	try {
		const staged = await checkUnchanged();
		await resetIndex(repository, variables, head);
		for (const [number, { message, parts }] of commits.entries()) {
			const isLast = number === commits.length - 1;
			const planned = await trees.advance(parts);
			if (isLast) edited = await files.write(repository, edits);
			const actual = new Map(
				[...planned].map(([path, { before }]) => [path, hooked.has(path) ? hooked.get(path) : before]),
			);
			const next = await mergeEntries(repository, folder, { planned, actual });
			await git(["update-index", "-z", "--index-info"], indexInfo(new Map([...next, ...edited]), noId()));
			const tree = (await git(["write-tree"])).trim();
			if (!isMerge && tree === (await treeOfHead())) {
				notes.push(`Commit ${number + 1} was left out: a hook had put its changes into the one before`);
				continue;
			}
			await commitIndex(message);
			made.push((await changes.repository.text(["log", "-1", "--format=%h %s"])).trim());
			const changed = await changedByHooks(tree);
			const which = commits.length === 1 ? "the commit" : `commit ${number + 1}`;
			if (changed.length > 0) notes.push(`A hook changed ${which}: ${changed.slice(0, 10).join(", ")}`);
			// The last one is finished, as git itself would.
			if (!isLast) signal?.throwIfAborted();
		}
		const planned = new Map([...trees.current(), ...edited]);
		await updateIndex(changes, { folder, staged, planned, whole: trees.wholePaths() });
		return { commits: made, notes };
	} catch (error) {
		throw await putBack(error);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}

	function git(args: readonly string[], stdin?: Buffer): Promise<string> {
		return repository.text(args, { variables, ...(stdin && { stdin }) });
	}

	/** Gives what is staged. Whatever changed since it was shown is not committed. */
	async function checkUnchanged(): Promise<Entries> {
		const moved = "HEAD was moved by another process meanwhile. Nothing was committed; run omp commit again";
		const operations = await checkOperations(repository);
		if (operations.isMerge !== isMerge || (await currentBranch(repository)) !== changes.branch)
			throw new CliError(moved);
		if ((await repository.head()) !== head) throw new CliError(moved);
		copyIndex(changes.index, variables.GIT_INDEX_FILE);
		const entries = await readIndex(repository, variables);
		if (indexDigest(entries) !== changes.indexDigest)
			throw new CliError(
				"The index was changed by another process meanwhile. Nothing was committed; run omp commit again",
			);
		return parseIndex(entries);
	}

	async function commitIndex(message: string): Promise<void> {
		if ((await repository.head()) !== expected)
			throw new CliError("HEAD was moved by another process meanwhile. Nothing was committed; run omp commit again");
		const file = join(folder, "message");
		writeFileSync(file, `${message}\n`);
		const { code, stdout, stderr } = await repository.run(["commit", "-q", "--cleanup=verbatim", "-F", file], {
			variables,
		});
		if (code !== 0 && !(await wasCommitted()))
			throw new CliError(`git failed: ${stderr.trim() || stdout.toString("utf8").trim() || `exit code ${code}`}`);
		expected = await changes.repository.head();
	}

	/** Git may be stopped, or fail, after it made the commit: in the hook that follows. */
	async function wasCommitted(): Promise<boolean> {
		const now = await changes.repository.head();
		if (now === expected || now === undefined) return false;
		const parent = await changes.repository.run(["rev-parse", "-q", "--verify", "HEAD^"]);
		const isNext = (parent.code === 0 ? parent.stdout.toString("utf8").trim() : undefined) === expected;
		const tree = await changes.repository.run(["write-tree"], { variables });
		return isNext && tree.code === 0 && tree.stdout.toString("utf8").trim() === (await treeOfHead());
	}

	async function treeOfHead(): Promise<string | undefined> {
		const { code, stdout } = await changes.repository.run(["rev-parse", "-q", "--verify", "HEAD^{tree}"]);
		return code === 0 ? stdout.toString("utf8").trim() : undefined;
	}

	async function changedByHooks(tree: string): Promise<string[]> {
		const changed = await readTreeDiff(changes.repository, tree, "HEAD^{tree}");
		for (const [path, { after }] of changed) hooked.set(path, after);
		return [...changed.keys()].map(fromBytePath);
	}

	async function putBack(error: unknown): Promise<unknown> {
		const isMade = expected !== head;
		// The merge that it would have to be again is gone.
		const isKept = isMade && isMerge;
		if (isMade && !isKept) await moveBack();
		const left = isKept ? [] : files.putBack();
		const message = signal?.aborted
			? "Interrupted. Nothing was committed"
			: error instanceof Error
				? error.message
				: String(error);
		return new CliError(
			[
				isKept ? `The merge was committed, but the index was not updated: ${message}` : message,
				...left.map((path) => `${path} was changed meanwhile, and stays as it is`),
			].join("\n"),
			{ cause: error },
		);
	}

	async function moveBack(): Promise<void> {
		const now = await changes.repository.head();
		if (now === undefined || now !== expected) return;
		const reason = ["-m", "omp commit: it failed, and HEAD is moved back"];
		await changes.repository.run(
			head === undefined ? ["update-ref", ...reason, "-d", "HEAD", now] : ["update-ref", ...reason, "HEAD", head, now],
		);
	}

	function noId(): string {
		const [unit] = changes.units;
		return "0".repeat((unit?.after ?? unit?.before)?.id.length ?? 40);
	}
}
