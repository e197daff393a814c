import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { filesThatRun, onlyExamples } from "@oh-my-pi/pi-policy/files/guarded-files.data";

/** Of a folder of git's: whoever writes these has programs run by git. The rest of it commands must be able to write. */
const gitNames = ["hooks", "config", "config.worktree", "info/attributes"];

/** What stays as it is in a folder of the workspace, whether it is there or not. Git's own folder is looked at apart. */
const namesInFolder: readonly string[] = [
	...new Set(
		filesThatRun
			.filter((entry) => !entry.startsWith("/") && !/^\.git\/?$/.test(entry))
			.map((entry) => entry.replace(/\/$/, "")),
	),
];

/** The names that are protected in a folder, absolute; of those with a pattern only the ones that exist. */
export function protectedNames(folder: string): readonly string[] {
	const env = namesIn(folder).filter((name) => /^\.env\./.test(name) && !onlyExamples.test(name));
	return [
		...namesInFolder.map((name) => join(folder, name)),
		...env.map((name) => join(folder, name)),
		...gitFolders(folder).flatMap(protectedInGit),
	];
}

/** The folders that git writes to for a working tree: its own, and that of the repository when it is a linked one. */
export function gitFolders(folder: string): readonly string[] {
	for (let at = folder; ; at = dirname(at)) {
		const found = readGitFolder(join(at, ".git"));
		if (found) return found;
		if (dirname(at) === at) return [];
	}
}

function protectedInGit(folder: string): readonly string[] {
	const modules = join(folder, "modules");
	return [
		...gitNames.map((name) => join(folder, name)),
		...namesIn(modules).flatMap((name) => gitNames.map((inner) => join(modules, name, inner))),
	];
}

function readGitFolder(path: string): readonly string[] | undefined {
	try {
		if (statSync(path).isDirectory()) return [path];
		const target = /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8").slice(0, 4096))?.[1];
		if (target === undefined) return undefined;
		const own = resolve(dirname(path), target);
		// Anybody can write a file that names a folder; only one that names it back, or is part of a repository above, is meant.
		if (!namesBack(own, path) && !isBelowGitFolder(own, dirname(path))) return undefined;
		const common = readCommon(own);
		return common === undefined ? [own] : [own, common];
	} catch {
		// Not there, or nobody may look.
		return undefined;
	}
}

function namesBack(gitFolder: string, path: string): boolean {
	try {
		return resolve(gitFolder, readFileSync(join(gitFolder, "gitdir"), "utf8").trim()) === path;
	} catch {
		return false;
	}
}

function isBelowGitFolder(gitFolder: string, folder: string): boolean {
	for (let at = folder; dirname(at) !== at; at = dirname(at)) {
		if (gitFolder.startsWith(`${join(dirname(at), ".git", "modules")}/`)) return true;
	}
	return false;
}

function readCommon(gitFolder: string): string | undefined {
	try {
		const text = readFileSync(join(gitFolder, "commondir"), "utf8").trim();
		return isAbsolute(text) ? text : resolve(gitFolder, text);
	} catch {
		// A folder of its own, such as a submodule's.
		return undefined;
	}
}

export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
