import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { filesThatRun, onlyExamples } from "@oh-my-pi/pi-policy/files/guarded-files.data";

/**
 * Of a folder of git's: whoever writes these has programs run by git, or has it take its settings from another folder. The rest of it
 * commands must be able to write.
 */
export const gitNames: readonly string[] = [
	"hooks",
	"config",
	"config.worktree",
	"info/attributes",
	"commondir",
	"gitdir",
];

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
		...gitFiles(folder),
		...repositoriesOf(folder).flatMap((repository) => gitNames.map((name) => join(repository, name))),
	];
}

/** A linked working tree and a submodule have a file that says where their repository is. */
function gitFiles(folder: string): readonly string[] {
	const path = join(folder, ".git");
	const facts = lstatSync(path, { throwIfNoEntry: false });
	return facts && !facts.isDirectory() ? [path] : [];
}

/** The folders of git for a working tree, and those of its submodules. */
export function repositoriesOf(folder: string): readonly string[] {
	return gitFolders(folder).flatMap((git) => [git, ...findModules(git)]);
}

/** The folders that git writes to for a working tree: its own, and that of the repository when it is a linked one. */
export function gitFolders(folder: string): readonly string[] {
	for (let at = folder; ; at = dirname(at)) {
		const found = readGitFolder(join(at, ".git"));
		if (found) return found;
		if (dirname(at) === at) return [];
	}
}

/** Names of submodules have slashes where their paths do: what holds a HEAD is a repository. */
export function findModules(git: string): readonly string[] {
	const found: string[] = [];
	const look = (folder: string, depth: number) => {
		for (const name of namesIn(folder)) {
			const path = join(folder, name);
			if (lstatSync(join(path, "HEAD"), { throwIfNoEntry: false })) found.push(path, ...findModules(path));
			else if (depth > 0 && lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) look(path, depth - 1);
		}
	};
	look(join(git, "modules"), maxModuleDepth);
	return found;
}

const maxModuleDepth = 8;

export function readGitFolder(path: string): readonly string[] | undefined {
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
