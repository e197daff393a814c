import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Delta, objectEnv, type RepositoryCopy } from "../repository/repository-copy.ts";
import {
	type Change,
	type Conflict,
	changesBetween,
	entriesIn,
	entriesOnDisk,
	type Merged,
	mergeChanges,
	type TreeEntry,
} from "../repository/three-way.ts";
import { type FileState, hashOf, type MergePlan, stateOnDisk } from "./merge-journal.ts";

export interface Planned {
	readonly files: MergePlan["files"];
	readonly refs: MergePlan["refs"];
	readonly conflicts: readonly Conflict[];
	/** The commit that the branch keeps, if one was wanted. */
	readonly branchCommit?: string;
}

/** The delta put into the files as they are now. */
export async function planFiles(delta: Delta): Promise<Planned> {
	const { copy, changes } = delta;
	return { refs: [], ...(await mergeIntoFiles(copy, changes)) };
}

/**
 * The delta as a commit on HEAD, with index and files brought along. Changes of the user that are not committed stay so, whether
 * staged or not.
 */
export async function planCommit(delta: Delta, message: string): Promise<Planned> {
	const { copy, changes } = delta;
	const { repository, scratch } = copy;
	const { git } = scratch;
	const base = repository.head;
	if (base === undefined) return planFiles(delta);
	const onBase = await mergeIntoTree(copy, changes, base);
	if (!onBase.tree) {
		// What the user had not committed is part of the result, so it is kept as a commit below it.
		const before = await commit(copy, scratch.baseline, base, "Uncommitted changes that the sub-agent began with");
		const branchCommit = await commit(copy, delta.tree, before, message);
		return { files: [], refs: [], conflicts: onBase.conflicts, branchCommit };
	}
	const branchCommit = await commit(copy, onBase.tree, base, message);
	const head = await repository.git.text(["rev-parse", "HEAD"]);
	const onHead = head === base ? onBase : await mergeIntoTree(copy, await changesBetween(git, base, onBase.tree), head);
	if (!onHead.tree) return { files: [], refs: [], conflicts: onHead.conflicts, branchCommit };
	const newHead = head === base ? branchCommit : await commit(copy, onHead.tree, head, message);
	const step = await changesBetween(git, head, onHead.tree);
	if (step.length === 0) return { files: [], refs: [], conflicts: [], branchCommit };
	const inFiles = await mergeIntoFiles(copy, step);
	const inIndex = await mergeIntoIndex(copy, step);
	const conflicts = [...inFiles.conflicts, ...inIndex.conflicts];
	if (conflicts.length > 0 || !inIndex.content) return { files: [], refs: [], conflicts, branchCommit };
	await git.run(["update-ref", "refs/omp/merged", newHead]);
	await repository.git.run(["fetch", "-q", "--no-tags", "--no-write-fetch-head", scratch.gitDir, "refs/omp/merged"]);
	const index = join(repository.gitDir, "index");
	const ref = {
		root: repository.root,
		index,
		indexBefore: hashOf(readFileSync(index)),
		indexAfter: hashOf(inIndex.content),
		oldHead: head,
		newHead,
		content: inIndex.content,
	};
	return { files: inFiles.files, refs: [ref], conflicts: [], branchCommit };
}

async function mergeIntoFiles(copy: RepositoryCopy, changes: readonly Change[]) {
	const { git } = copy.repository;
	const env = objectEnv(copy);
	const ours = await entriesOnDisk(git, changes, env);
	const { merged, conflicts } = await mergeChanges(git, changes, ours, env);
	const files = conflicts.length > 0 ? [] : await readContents(copy, merged);
	return { files, conflicts };
}

/** The files as a checkout would write them: line endings and filters applied. */
async function readContents(copy: RepositoryCopy, merged: readonly Merged[]): Promise<MergePlan["files"]> {
	const { repository } = copy;
	const env = objectEnv(copy);
	const files: Array<MergePlan["files"][number]> = [];
	for (const { path, ours, after } of merged) {
		const before = ours ? stateOnDisk(repository.root, path) : ({ kind: "absent" } as const);
		const content = after && (await readContent(copy, path, after, env));
		files.push({ root: repository.root, path, before, after: predictState(after, content, before), content });
	}
	return files;
}

async function readContent(
	{ repository: { git } }: RepositoryCopy,
	path: string,
	{ mode, oid }: TreeEntry,
	env: Record<string, string>,
) {
	const args = mode === "120000" ? ["cat-file", "blob", oid] : ["cat-file", "--filters", `--path=${path}`, oid];
	return (await git.run(args, { env })).stdout;
}

function predictState(after: TreeEntry | undefined, content: Buffer | undefined, before: FileState): FileState {
	if (!after || !content) return { kind: "absent" };
	if (after.mode === "120000") return { kind: "link", target: content.toString("utf8") };
	const usual = before.kind === "file" ? before.mode : 0o644;
	const mode = after.mode === "100755" ? usual | 0o111 : usual & ~0o111;
	return { kind: "file", mode, hash: hashOf(content) };
}

async function mergeIntoTree(copy: RepositoryCopy, changes: readonly Change[], tree: string) {
	const { git, gitDir } = copy.scratch;
	const env = objectEnv(copy);
	const ours = await entriesIn(
		git,
		tree,
		changes.map(({ path }) => path),
	);
	const { merged, conflicts } = await mergeChanges(git, changes, ours, env);
	if (conflicts.length > 0) return { tree: undefined, conflicts };
	const indexEnv = { GIT_INDEX_FILE: join(gitDir, "omp-merge-index") };
	await git.run(["read-tree", tree], { env: indexEnv });
	await git.run(["update-index", "-z", "--index-info"], { stdin: indexInfo(merged), env: indexEnv });
	return { tree: await git.text(["write-tree"], { env: indexEnv }), conflicts };
}

/** A new index: what the user has staged stays staged. */
async function mergeIntoIndex(copy: RepositoryCopy, changes: readonly Change[]) {
	const { git, gitDir } = copy.repository;
	const env = objectEnv(copy);
	const ours = new Map<string, TreeEntry | "other">();
	const wanted = new Set(changes.map(({ path }) => path));
	for (const line of await git.list(["ls-files", "-z", "--stage"])) {
		const tab = line.indexOf("\t");
		const path = line.slice(tab + 1);
		if (!wanted.has(path)) continue;
		const [mode = "", oid = "", stage = ""] = line.slice(0, tab).split(" ");
		ours.set(path, stage === "0" ? { mode, oid } : "other");
	}
	const { merged, conflicts } = await mergeChanges(git, changes, ours, env);
	if (conflicts.length > 0) return { conflicts, content: undefined };
	const folder = mkdtempSync(join(tmpdir(), "omp-index-"));
	try {
		const index = join(folder, "index");
		if (existsSync(join(gitDir, "index"))) copyFileSync(join(gitDir, "index"), index);
		await git.run(["update-index", "-z", "--index-info"], {
			stdin: indexInfo(merged),
			env: { ...env, GIT_INDEX_FILE: index },
		});
		await keepMergedBlobs(copy, changes, merged);
		return { conflicts, content: readFileSync(index) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Blobs that only the index has; the commit brings the others. */
async function keepMergedBlobs(
	copy: RepositoryCopy,
	changes: readonly Change[],
	merged: readonly Merged[],
): Promise<void> {
	const committed = new Set(changes.map(({ theirs }) => theirs?.oid));
	for (const { after } of merged) {
		if (!after || committed.has(after.oid)) continue;
		const { stdout: stdin } = await copy.scratch.git.run(["cat-file", "blob", after.oid]);
		await copy.repository.git.run(["hash-object", "-w", "--stdin"], { stdin });
	}
}

function indexInfo(merged: readonly Merged[]): string {
	return merged
		.map(({ path, after }) => (after ? `${after.mode} ${after.oid}\t${path}\0` : `0 ${"0".repeat(40)}\t${path}\0`))
		.join("");
}

async function commit(
	{ scratch: { git }, repository }: RepositoryCopy,
	tree: string,
	parent: string,
	message: string,
): Promise<string> {
	const { code } = await repository.git.run(["var", "GIT_COMMITTER_IDENT"], { accept: [1, 128] });
	const nobody = {
		GIT_AUTHOR_NAME: "omp",
		GIT_AUTHOR_EMAIL: "omp@localhost",
		GIT_COMMITTER_NAME: "omp",
		GIT_COMMITTER_EMAIL: "omp@localhost",
	};
	return git.text(["commit-tree", tree, "-p", parent, "-m", message], code === 0 ? {} : { env: nobody });
}
