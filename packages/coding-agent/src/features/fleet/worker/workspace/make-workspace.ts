import { appendFileSync, copyFileSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { TaskFailure } from "../contract/task-failure.ts";
import { type CachedCommit, type CloneCache, shown } from "./clone-cache.ts";
import { type FleetGit, FleetGitError } from "./fleet-git.ts";
import { TaskTree, usesLargeFiles } from "./task-tree.ts";
import type { TreePool } from "./tree-pool.ts";

export interface Workspace {
	readonly tree: TaskTree;
	/** Where the change goes; `undefined` for a folder that is no repository. */
	readonly remote: string | undefined;
	/** The branch that the ref names. */
	readonly branch: string | undefined;
	/** The repository of this machine whose objects it reads. */
	readonly borrowed?: string;
	/** What the model and people should know of it. */
	readonly notes: readonly string[];
}

export interface WorkspaceWish {
	readonly repository: string;
	readonly ref: string | undefined;
	/** Of an earlier attempt. */
	readonly baseCommit: string | undefined;
	/** Of this attempt alone. */
	readonly folder: string;
	readonly maxChangeBytes: number;
	readonly signal: AbortSignal;
}

/** A copy of a repository for one attempt at a task: it reads the objects of the cache and writes its own. */
export async function makeWorkspace(
	wish: WorkspaceWish,
	{ cache, git, pool }: { readonly cache: CloneCache; readonly git: FleetGit; readonly pool: TreePool },
): Promise<Workspace> {
	const { repository, ref, signal } = wish;
	if (!(await cache.isRepository(repository, signal))) return copyFolder(wish, git);
	const found = wish.baseCommit === undefined ? await cache.find(repository, ref, signal) : undefined;
	const cached = found ?? (await cache.findCommit(repository, wish.baseCommit ?? "", signal));
	return checkOut(wish, cached, git, pool);
}

async function checkOut(wish: WorkspaceWish, cached: CachedCommit, git: FleetGit, pool: TreePool): Promise<Workspace> {
	const { signal } = wish;
	const { mirror, commit, remote, tree: baseTree } = cached;
	const folder = join(wish.folder, "tree");
	const gitDir = join(wish.folder, "base.git");
	const branch = cached.branch ?? parseBranch(wish.ref);
	writeGitFolder(gitDir, { commit, borrow: mirror });
	const own = git.in(folder, { GIT_DIR: gitDir, GIT_WORK_TREE: folder });
	const readTree = ["read-tree", "--reset", "-u", commit];
	if (!(pool.take(remote, wish.folder) && (await isPutBack(own, readTree, signal)))) {
		await rm(folder, { recursive: true, force: true });
		rmSync(join(gitDir, "index"), { force: true });
		mkdirSync(folder);
		await own.run(readTree, { signal });
	}
	writeGitFolder(join(folder, ".git"), { commit, borrow: mirror, branch: branch ?? "main", remote: shown(remote) });
	copyFileSync(join(gitDir, "index"), join(folder, ".git/index"));
	const submodules = existsSync(join(folder, ".gitmodules")) ? await fetchSubmodules(own, folder, remote, signal) : [];
	const notes = usesLargeFiles(folder)
		? ["Files in Git LFS are only pointers in this copy of the repository; do not change them."]
		: [];
	const { maxChangeBytes } = wish;
	const tree = new TaskTree({ folder, git: own, gitDir, base: commit, baseTree, submodules, maxChangeBytes });
	return { tree, remote, branch, borrowed: mirror, notes };
}

/** Makes the files of an earlier task those of the commit: what is not in it goes, also what git ignores, and what was changed comes back. */
async function isPutBack(git: FleetGit, readTree: readonly string[], signal: AbortSignal): Promise<boolean> {
	try {
		await git.run(["clean", "-ffdxq"], { signal });
		await git.run(readTree, { signal });
		return true;
	} catch (error) {
		// Such as folders that may not be written.
		if (error instanceof FleetGitError) return false;
		throw error;
	}
}

/** A branch stays the one that is meant, also for an attempt that goes on from a commit of it. */
function parseBranch(ref: string | undefined): string | undefined {
	return ref === undefined || /^[0-9a-f]{7,40}$|^refs\/tags\//.test(ref)
		? undefined
		: ref.replace(/^refs\/heads\/|^origin\//, "");
}

async function fetchSubmodules(git: FleetGit, folder: string, remote: string, signal: AbortSignal): Promise<string[]> {
	const staged = await git.list(["ls-files", "-z", "--stage"], { signal });
	const paths = staged
		.filter((entry) => entry.startsWith("160000 "))
		.map((entry) => entry.slice(entry.indexOf("\t") + 1));
	if (paths.length === 0) return [];
	const reach = remote.startsWith("/") ? "local" : "network";
	// Addresses of submodules may be relative to that of the repository.
	const origin = ["-c", `remote.origin.url=${remote}`];
	try {
		await git.in(folder).run([...origin, "submodule", "--quiet", "update", "--init", "--recursive"], { reach, signal });
	} catch (error) {
		if (!(error instanceof FleetGitError)) throw error;
		throw new TaskFailure(
			"repository",
			`The submodules of ${shown(remote)} (${paths.join(", ")}) could not be fetched. ${shown(error.message)}`,
		);
	}
	return paths;
}

/** Always the same commit for the same files, on each machine. */
const scratchIdentity = {
	GIT_AUTHOR_NAME: "omp",
	GIT_AUTHOR_EMAIL: "omp@localhost",
	GIT_AUTHOR_DATE: "2000-01-01T00:00:00Z",
	GIT_COMMITTER_NAME: "omp",
	GIT_COMMITTER_EMAIL: "omp@localhost",
	GIT_COMMITTER_DATE: "2000-01-01T00:00:00Z",
};

/** A folder that is no repository is copied, and gets one for comparing. */
async function copyFolder(wish: WorkspaceWish, git: FleetGit): Promise<Workspace> {
	const { repository, signal, maxChangeBytes } = wish;
	if (wish.ref !== undefined) {
		throw new TaskFailure("repository", `${repository} is no git repository, so it has no ${wish.ref}`);
	}
	const folder = join(wish.folder, "tree");
	const gitDir = join(wish.folder, "base.git");
	await cp(repository, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
	signal.throwIfAborted();
	writeGitFolder(gitDir, {});
	const own = git.in(folder, { GIT_DIR: gitDir, GIT_WORK_TREE: folder });
	await own.run(["add", "--all", "--", "."], { signal });
	const baseTree = await own.text(["write-tree"], { signal });
	const base = await own.text(["commit-tree", "-m", "The folder as it was", baseTree], {
		variables: scratchIdentity,
		signal,
	});
	await own.run(["update-ref", "refs/heads/main", base], { signal });
	const tree = new TaskTree({ folder, git: own, gitDir, base, baseTree, submodules: [], maxChangeBytes });
	return { tree, remote: undefined, branch: undefined, notes: [] };
}

interface GitFolderFacts {
	readonly commit?: string;
	/** A repository whose objects are read. */
	readonly borrow?: string;
	readonly branch?: string;
	readonly remote?: string;
}

/** By hand: that takes a fraction of a millisecond, and leaves nothing to templates. */
function writeGitFolder(folder: string, { commit, borrow, branch = "main", remote }: GitFolderFacts): void {
	for (const name of ["objects/info", "objects/pack", "refs/heads", "info"]) {
		mkdirSync(join(folder, name), { recursive: true });
	}
	const refs = commit === undefined ? [] : [`${commit} refs/heads/${branch}`];
	if (commit !== undefined && remote !== undefined) refs.push(`${commit} refs/remotes/origin/${branch}`);
	const origin =
		remote === undefined
			? []
			: ['[remote "origin"]', `\turl = ${quoted(remote)}`, "\tfetch = +refs/heads/*:refs/remotes/origin/*"];
	const config = [
		"[core]",
		"\trepositoryformatversion = 0",
		"\tbare = false",
		"\tlogallrefupdates = true",
		...origin,
		"",
	];
	writeFileSync(join(folder, "config"), config.join("\n"));
	writeFileSync(join(folder, "HEAD"), `ref: refs/heads/${branch}\n`);
	writeFileSync(join(folder, "packed-refs"), refs.map((line) => `${line}\n`).join(""));
	if (borrow === undefined) return;
	writeFileSync(join(folder, "objects/info/alternates"), `${join(borrow, "objects")}\n`);
	if (existsSync(join(borrow, "shallow"))) copyFileSync(join(borrow, "shallow"), join(folder, "shallow"));
}

function quoted(value: string): string {
	return `"${value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
}

/** Puts files of the submitter into the workspace. They are not part of the change, and no path leads out of it. */
export function placeFiles(
	wishFolder: string,
	files: ReadonlyArray<{ readonly path: string; readonly content: Uint8Array }>,
): void {
	if (files.length === 0) return;
	const folder = join(wishFolder, "tree");
	for (const { path, content } of files) {
		const target = resolve(folder, path);
		const parent = dirname(target);
		mkdirSync(parent, { recursive: true });
		const isInside =
			target.startsWith(`${folder}${sep}`) &&
			`${realpathSync(parent)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
		if (!isInside || target === join(folder, ".git") || target.startsWith(join(folder, ".git", sep))) {
			throw new TaskFailure("error", `The file ${path} of the task would be outside of the workspace`);
		}
		writeFileSync(target, content);
	}
	const ignored = files.map(({ path }) => `/${path.replace(/[\\*?[\]]/g, "\\$&")}\n`).join("");
	for (const gitDir of [join(wishFolder, "base.git"), join(folder, ".git")]) {
		if (existsSync(gitDir)) appendFileSync(join(gitDir, "info/exclude"), ignored);
	}
}

/** A program that the model started may be writing for another moment; the next worker removes what is left then. */
export async function removeWorkspace(folder: string): Promise<void> {
	await ignoreFailure(
		rm(folder, { recursive: true, force: true, maxRetries: 3 }),
		"left-over workspaces are removed later",
	);
}
