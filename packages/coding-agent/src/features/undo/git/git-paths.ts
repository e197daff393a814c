import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";

export interface GitFolders {
	/** Top of the working tree. */
	readonly top: string;
	/** Of this working tree: HEAD and index. */
	readonly folder: string;
	/** Of the repository: refs and objects; often the same. */
	readonly common: string;
}

/** The repository that a folder is in, found without running git. */
export function findGitFolders(path: string): GitFolders | undefined {
	for (let top = path; ; top = dirname(top)) {
		const folder = readGitLink(join(top, ".git"));
		if (folder !== undefined) return { top, folder, common: readCommonFolder(folder) };
		if (dirname(top) === top) return undefined;
	}
}

/** Whether a path is inside the data of a git repository. */
export function isInGitFolder(path: string, gitFolders: readonly string[]): boolean {
	return path.includes("/.git/") || gitFolders.some((folder) => path.startsWith(`${folder}/`));
}

/** Objects are only ever added, and are the same wherever they are. */
export function isObjectsFolder(path: string, gitFolders: readonly string[]): boolean {
	if (!path.endsWith("/objects")) return false;
	const folder = path.slice(0, -"/objects".length);
	return folder.endsWith("/.git") || /\/\.git\/modules\/.+$/.test(folder) || gitFolders.includes(folder);
}

/** Files in which git notes what it did last; what they say is never missed. */
export function isGitNote(path: string): boolean {
	return /\/(?:FETCH_HEAD|COMMIT_EDITMSG|ORIG_HEAD|AUTO_MERGE|gc\.log|gc\.pid|logs\/.*)$/.test(path);
}

function readGitLink(path: string): string | undefined {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isDirectory()) return path;
	if (!stats?.isFile()) return undefined;
	const target = /^gitdir: (.+)$/m.exec(readRegularFile(path) ?? "")?.[1];
	return target === undefined ? undefined : resolve(dirname(path), target);
}

function readCommonFolder(folder: string): string {
	const named = readRegularFile(join(folder, "commondir"))?.trim();
	if (!named) return folder;
	return isAbsolute(named) ? named : resolve(folder, named);
}
