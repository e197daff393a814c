import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { fileOrFolder } from "@oh-my-pi/pi-utils/files/stat-or-undefined";

/** A project as the ledger knows it. */
export interface Project {
	/** The nearest folder with a `.git`, else the working directory; without links. */
	readonly root: string;
	/** Where its decisions are kept. All worktrees of a repository share one. */
	readonly key: string;
}

/** Nested repositories and submodules are projects of their own. */
export function findProject(cwd: string): Project {
	const folder = realPath(cwd);
	const root = repositoryRoot(folder) ?? folder;
	return { root, key: mainWorktree(root) ?? root };
}

/** Whether a folder is the root of a repository or of one of its worktrees. */
export function isGitRepository(folder: string): boolean {
	return fileOrFolder(join(folder, ".git")) !== undefined;
}

/** The name of a file in the ledger: relative to the project, with `/`. */
export function nameIn({ root }: Project, path: string): string {
	const name = relative(root, join(realPath(dirname(path)), path.slice(dirname(path).length)));
	return isAbsolute(name) || name.startsWith("..") ? path : name.split(sep).join("/");
}

export function isInProject({ root }: Project, path: string): boolean {
	const way = relative(root, realPath(path));
	return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

export function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// It does not exist (any more).
		return resolve(path);
	}
}

function repositoryRoot(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (fileOrFolder(join(at, ".git")) !== undefined) return at;
		if (dirname(at) === at) return undefined;
	}
}

/**
 * The folder whose worktree this is. A `.git` file only claims to belong to a repository; the repository must name this worktree
 * too, or else a clone could pass for one.
 */
function mainWorktree(root: string): string | undefined {
	if (fileOrFolder(join(root, ".git")) !== "file") return undefined;
	const gitDir = findGitDir(root);
	if (gitDir === undefined) return undefined;
	const commonDir = pathIn(join(gitDir, "commondir"), gitDir);
	const namedBack = pathIn(join(gitDir, "gitdir"), gitDir);
	if (commonDir === undefined || namedBack === undefined) return undefined;
	if (realPath(namedBack) !== realPath(join(root, ".git"))) return undefined;
	return realPath(dirname(commonDir));
}

/** Where a folder's repository is: `.git`, or the place that a file of that name gives, read as git does. */
export function findGitDir(root: string): string | undefined {
	const path = join(root, ".git");
	if (fileOrFolder(path) === "folder") return path;
	const text = smallText(path);
	return text?.startsWith("gitdir: ") ? pathFrom(text.slice("gitdir: ".length), root) : undefined;
}

function pathIn(file: string, base: string): string | undefined {
	const text = smallText(file);
	return text === undefined ? undefined : pathFrom(text, base);
}

function pathFrom(text: string, base: string): string | undefined {
	const path = text.replace(/[\r\n]+$/, "");
	return path === "" ? undefined : resolve(base, path);
}

/** Git takes no larger ones. */
function smallText(path: string): string | undefined {
	try {
		return readRegularFile(path, 1024 * 1024);
	} catch {
		return undefined;
	}
}
