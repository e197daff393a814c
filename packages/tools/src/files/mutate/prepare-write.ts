import {
	chmod,
	chown,
	constants,
	lstat,
	open,
	readFile,
	readlink,
	realpath,
	rmdir,
	stat,
	unlink,
	writeFile,
} from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { FileVersion } from "./load-file.ts";
import { movedAway, type PinnedFolder, pinFolder } from "./pinned-folder.ts";

/** New content that only has to be moved into place. */
export interface PreparedWrite {
	/** The file itself, where the path was a link to it, by its pinned folder. */
	readonly target: string;
	/** Absent where the folder takes no new file, or the owner could not be kept. */
	readonly temporary?: string;
	/** Where it is; the folders that were made for it are to be removed if it fails. */
	readonly folder: PinnedFolder;
	/** The way out where replacing the file is not possible; gives back what takes it back. */
	writeInPlace(): Promise<() => Promise<void>>;
}

interface Wanted {
	readonly path: string;
	readonly shownPath: string;
	readonly realPath?: string;
	readonly isPrivate?: true;
	readonly content: string | Uint8Array;
	readonly replaces?: FileVersion;
	readonly like?: FileVersion;
	readonly executable?: boolean;
}

/** Writes the new content next to where it goes, with the mode and owner it is to have. */
export async function prepareWrite(
	wanted: Wanted,
	calls: { writeFile: typeof writeFile } = { writeFile },
): Promise<PreparedWrite> {
	const { folder, name } = pinTarget(resolveRealPath(wanted.path), wanted);
	const target = folder.at(name);
	const temporary = folder.at(`.${crypto.randomUUID().slice(0, 8)}.omp-new`);
	const like = wanted.replaces ?? wanted.like;
	const writeInPlace = async () => {
		const old = await readFile(target, { flag: constants.O_RDONLY | constants.O_NOFOLLOW });
		const flag = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW;
		const putBack = () => writeFile(target, old, { flag });
		await calls.writeFile(target, wanted.content, { flag }).catch(async (error) => {
			// It is cut off where the disk was full; what was there did fit.
			await putBack();
			throw error;
		});
		if (wanted.executable) await ignoreFailure(makeExecutable(target), "the content is what was asked for");
		return putBack;
	};
	try {
		await writeDurably(temporary, wanted.content);
		if (like) await takeAfter(temporary, like);
		if (wanted.executable) await makeExecutable(temporary);
		return { target, temporary, folder, writeInPlace };
	} catch (error) {
		await unlink(temporary).catch(() => {});
		if (wanted.replaces && isRefusal(error)) return { target, folder, writeInPlace };
		for (const made of folder.made) await rmdir(made).catch(() => {});
		folder[Symbol.dispose]();
		throw error;
	}
}

/** The folder of a file, pinned; refused when the file is elsewhere than it was when the call was judged. */
export function pinTarget(
	realPath: string,
	wanted: Pick<Wanted, "shownPath" | "realPath" | "isPrivate">,
): { folder: PinnedFolder; name: string } {
	if (wanted.realPath !== undefined && wanted.realPath !== realPath) throw movedAway(wanted.shownPath);
	return {
		folder: pinFolder(dirname(realPath), wanted.shownPath, wanted.isPrivate ? 0o700 : 0o777),
		name: basename(realPath),
	};
}

async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
	await using file = await open(path, "wx", 0o666);
	await file.writeFile(content);
	await file.datasync();
}

/** `chown` first: it clears the bits for setuid and setgid. */
async function takeAfter(path: string, like: FileVersion): Promise<void> {
	const made = await lstat(path, { bigint: true });
	if (made.uid !== like.uid || made.gid !== like.gid) await chown(path, Number(like.uid), Number(like.gid));
	if (made.mode !== like.mode) await chmod(path, Number(like.mode) & 0o7777);
}

/** Who may read it may run it. */
async function makeExecutable(path: string): Promise<void> {
	const { mode } = await stat(path);
	if (!isExecutable(mode)) await chmod(path, (mode | ((mode & 0o444) >> 2)) & 0o7777);
}

export function isExecutable(mode: number): boolean {
	return (mode | ((mode & 0o444) >> 2)) === mode;
}

function isRefusal(error: unknown): boolean {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return code === "EACCES" || code === "EPERM" || code === "EROFS";
}

const maxLinks = 40;

/** Also where the last link leads to nothing: what is written through it is made there. */
export async function followLinks(path: string): Promise<string> {
	let current = path;
	for (let count = 0; count < maxLinks; count++) {
		const found = await realpath(current).catch(() => undefined);
		if (found) return found;
		const next = await readlink(current).catch(() => undefined);
		if (next === undefined) return current;
		current = resolve(dirname(current), next);
	}
	throw new Error(`Too many symbolic links: ${path}`);
}
