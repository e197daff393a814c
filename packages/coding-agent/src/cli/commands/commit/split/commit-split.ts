import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliError } from "../../../../process/usage-error.ts";
import type { TreeEntry } from "../changes/change-unit.ts";
import type { FileEdit } from "../changes/file-edit.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import { literally, stageChosen } from "../changes/select-files.ts";
import { restoreIndex } from "./commit-all.ts";
import { mergeEntries } from "./merge-entries.ts";
import type { PlannedCommit } from "./plan-split.ts";
import { type Entries, SplitTrees } from "./split-trees.ts";

export interface SplitResult {
	/** Hash and subject of each commit. */
	readonly commits: readonly string[];
	/** What the user should know: what hooks changed, commits that were left out. */
	readonly notes: readonly string[];
}

/**
 * Makes several commits from what is to be committed. Each is built in an index of its own, so that the working tree, what is not
 * staged and the stash stay as they are. If one fails, HEAD, index and changelogs are put back.
 */
export async function commitSplit(
	changes: ProposedChanges,
	commits: readonly PlannedCommit[],
	edits: readonly FileEdit[],
): Promise<SplitResult> {
	const { repository, root, index, head, chosen } = changes;
	const found = existsSync(index) ? readFileSync(index) : undefined;
	const folder = mkdtempSync(join(tmpdir(), "omp-commit-"));
	const variables = { GIT_INDEX_FILE: join(folder, "index") };
	const notes: string[] = [];
	const made: string[] = [];
	let expected = head;
	try {
		// With the times of the files, so that git need not read them all again.
		if (found) copyFileSync(index, variables.GIT_INDEX_FILE);
		await repository.text(head === undefined ? ["read-tree", "--empty"] : ["read-tree", "--reset", head], {
			variables,
		});
		const trees = new SplitTrees(repository, changes.units);
		for (const [number, commit] of commits.entries()) {
			const isLast = number === commits.length - 1;
			const planned = await trees.advance(commit.parts);
			const edited = isLast ? await editedEntries(changes, edits) : new Map<string, TreeEntry>();
			const actual = await readEntries(variables, [...planned.keys()]);
			const next = await mergeEntries(repository, folder, { planned, actual });
			await writeEntries(variables, new Map([...next, ...edited]));
			if (await isEmpty(variables, expected)) {
				notes.push(`Commit ${number + 1} was left out: a hook had put its changes into the one before`);
				continue;
			}
			if ((await repository.head()) !== expected)
				throw new CliError("HEAD was moved by another process meanwhile. Nothing was committed; run omp commit again");
			const message = join(folder, "message");
			writeFileSync(message, `${commit.message}\n`);
			const tree = await repository.text(["write-tree"], { variables });
			await repository.text(["commit", "-q", "--cleanup=verbatim", "-F", message], { variables });
			expected = await repository.head();
			made.push((await repository.text(["log", "-1", "--format=%h %s"])).trim());
			notes.push(...(await changedByHooks(tree.trim(), number)));
		}
		await updateIndex(trees);
		return { commits: made, notes };
	} catch (error) {
		await moveBack();
		restoreIndex(index, found);
		for (const { path, before } of edits) writeFileSync(join(root, path), before);
		throw error;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}

	async function readEntries(variables: Record<string, string>, paths: readonly string[]): Promise<Entries> {
		const found = new Map<string, TreeEntry | undefined>(paths.map((path) => [path, undefined]));
		for (let at = 0; at < paths.length; at += 200) {
			const text = await repository.text(["ls-files", "-s", "-z", "--", ...literally(paths.slice(at, at + 200))], {
				variables,
			});
			for (const entry of text.split("\0")) {
				const [, mode, id, path] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(entry) ?? [];
				if (mode && id && path !== undefined && found.has(path)) found.set(path, { mode, id });
			}
		}
		return found;
	}

	async function writeEntries(variables: Record<string, string>, entries: Entries): Promise<void> {
		// Removals first: a folder may take the place of a file.
		const sorted = [...entries].sort(([, a], [, b]) => Number(a !== undefined) - Number(b !== undefined));
		const noId = "0".repeat(changes.units[0]?.after?.id.length ?? changes.units[0]?.before?.id.length ?? 40);
		const lines = sorted.map(([path, entry]) => `${entry?.mode ?? "0"} ${entry?.id ?? noId}\t${path}\0`);
		await repository.text(["update-index", "-z", "--index-info"], { variables, stdin: lines.join("") });
	}

	async function isEmpty(variables: Record<string, string>, head: string | undefined): Promise<boolean> {
		if (head === undefined) return (await repository.text(["ls-files", "-z"], { variables })) === "";
		const [mine, theirs] = await Promise.all([
			repository.text(["write-tree"], { variables }),
			repository.text(["rev-parse", `${head}^{tree}`]),
		]);
		return mine.trim() === theirs.trim();
	}

	async function changedByHooks(tree: string, number: number): Promise<string[]> {
		const text = await repository.text(["diff-tree", "-r", "-z", "--name-only", "--no-renames", tree, "HEAD^{tree}"]);
		const paths = text.split("\0").filter(Boolean);
		return paths.length === 0 ? [] : [`A hook changed commit ${number + 1}: ${paths.slice(0, 10).join(", ")}`];
	}

	/** The index of the user: what was committed is in it as it was committed; the rest stays as it was. */
	async function updateIndex(trees: SplitTrees): Promise<void> {
		const isWhole = trees.isComplete();
		if (chosen.kind !== "staged" && isWhole)
			await stageChosen((args) => repository.text(args), chosen, head !== undefined);
		const committed = trees.current();
		const paths = [...committed.keys()];
		const inHead = await readEntries(variables, [...paths, ...edits.map(({ path }) => path)]);
		const inIndex = await readEntries({}, paths);
		const wanted = new Map<string, TreeEntry | undefined>();
		for (const path of paths) {
			const isUnstaged = chosen.kind !== "staged" && !isWhole;
			const isChangedByHook = !isSame(inHead.get(path), committed.get(path));
			if (isUnstaged) wanted.set(path, inHead.get(path));
			else if (isChangedByHook) {
				const merged = await mergeEntries(repository, folder, {
					planned: new Map([[path, { before: committed.get(path), after: inIndex.get(path) }]]),
					actual: new Map([[path, inHead.get(path)]]),
				}).catch(() => undefined);
				if (merged) wanted.set(path, merged.get(path));
			}
		}
		for (const { path } of edits) wanted.set(path, inHead.get(path));
		if (wanted.size > 0) await writeEntries({}, wanted);
	}

	async function moveBack(): Promise<void> {
		const now = await repository.head();
		if (now === undefined || now === head || now !== expected) return;
		const reason = ["-m", "omp commit: a later commit of the split failed"];
		await repository.run(
			head === undefined ? ["update-ref", ...reason, "-d", "HEAD", now] : ["update-ref", ...reason, "HEAD", head, now],
		);
	}
}

/** Writes the changelogs, and gives what they are in the tree of the commit. */
async function editedEntries(
	{ repository, root }: ProposedChanges,
	edits: readonly FileEdit[],
): Promise<Map<string, TreeEntry>> {
	const entries = new Map<string, TreeEntry>();
	for (const { path, after } of edits) {
		writeFileSync(join(root, path), after);
		const id = await repository.text(["hash-object", "-w", "--stdin", `--path=${path}`], { stdin: after });
		const entry = await repository.text(["ls-files", "-s", "-z", "--", ...literally([path])]);
		entries.set(path, { mode: entry.slice(0, 6), id: id.trim() });
	}
	return entries;
}

function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
	return a?.id === b?.id && a?.mode === b?.mode;
}
