import { readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { statsOf } from "@oh-my-pi/pi-utils/stats-of";

/** A project as the ledger knows it. */
export interface Project {
	/** The nearest folder with a `.git`, else the working directory; without links. */
	readonly root: string;
	/** Where its decisions are kept. All worktrees of a repository share one. */
	readonly key: string;
}

/** Nested repositories and submodules are projects of their own. */
export function projectOf(cwd: string): Project {
	const folder = realPath(cwd);
	const root = repositoryRoot(folder) ?? folder;
	return { root, key: mainWorktree(root) ?? root };
}

/** Whether a folder is the root of a repository or of one of its worktrees. */
export function isGitRepository(folder: string): boolean {
	return kindOf(join(folder, ".git")) !== undefined;
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
		if (kindOf(join(at, ".git")) !== undefined) return at;
		if (dirname(at) === at) return undefined;
	}
}

/**
 * The folder whose worktree this is. A `.git` file only claims to belong to a repository; the repository must name this worktree
 * too, or else a clone could pass for one.
 */
function mainWorktree(root: string): string | undefined {
	if (kindOf(join(root, ".git")) !== "file") return undefined;
	const gitDir = pathIn(join(root, ".git"), /^gitdir: (.+)$/m, root);
	if (gitDir === undefined) return undefined;
	const commonDir = pathIn(join(gitDir, "commondir"), /^(.+)$/m, gitDir);
	const namedBack = pathIn(join(gitDir, "gitdir"), /^(.+)$/m, gitDir);
	if (commonDir === undefined || namedBack === undefined) return undefined;
	if (realPath(namedBack) !== realPath(join(root, ".git"))) return undefined;
	return realPath(dirname(commonDir));
}

/** The configuration files that git reads for a repository, besides the user's own. */
export function gitConfigs({ root }: Project): readonly string[] {
	const isFolder = kindOf(join(root, ".git")) === "folder";
	const gitDir = isFolder ? join(root, ".git") : pathIn(join(root, ".git"), /^gitdir: (.+)$/m, root);
	if (gitDir === undefined) return [];
	const commonDir = pathIn(join(gitDir, "commondir"), /^(.+)$/m, gitDir) ?? gitDir;
	return [join(commonDir, "config"), join(gitDir, "config.worktree")];
}

function pathIn(file: string, pattern: RegExp, base: string): string | undefined {
	if (kindOf(file) !== "file") return undefined;
	const found = pattern.exec(readFileSync(file, "utf8"))?.[1]?.trim();
	return found ? resolve(base, found) : undefined;
}

function kindOf(path: string): "file" | "folder" | undefined {
	const stats = statsOf(path);
	if (stats?.isDirectory()) return "folder";
	return stats?.isFile() && stats.size < 65536 ? "file" : undefined;
}
