import { closeSync, fdatasync, fsync, fsyncSync, open, openSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

/** Replaces `path` by a complete temporary file atomically, and syncs the folder. */
export function replaceFile(
	temporary: string,
	path: string,
	rename: (from: string, to: string) => void = renameSync,
): void {
	try {
		rename(temporary, path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "EPERM" && code !== "EBUSY") throw error;
		replaceByMovingAside(temporary, path, rename);
	}
	syncDirectory(dirname(path));
}

/** The name under which an open file is moved aside on Windows; listing restores orphaned ones. */
export function backupName(path: string): string {
	return `${path}.bak`;
}

// Windows refuses to rename over an open file, but allows renaming the open file itself.
function replaceByMovingAside(temporary: string, path: string, rename: (from: string, to: string) => void): void {
	const aside = backupName(path);
	rename(path, aside);
	try {
		rename(temporary, path);
	} catch (error) {
		rename(aside, path);
		throw error;
	}
	try {
		unlinkSync(aside);
	} catch (error) {
		logIgnored("a leftover copy does no harm", error);
	}
}

export function syncDirectory(directory: string): void {
	try {
		const handle = openSync(directory, "r");
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
	} catch (error) {
		logIgnored("not every file system can sync a folder; the content is on disk", error);
	}
}

/** The same without holding up others; resolves when it is done. */
export async function syncDirectoryLater(directory: string): Promise<void> {
	try {
		const descriptor = await done<number>((end) => open(directory, "r", end));
		try {
			await done<void>((end) => fsync(descriptor, end));
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		logIgnored("not every file system can sync a folder; the content is on disk", error);
	}
}

/** Resolves when the data of a descriptor is on disk. */
export function syncData(descriptor: number): Promise<void> {
	return done((end) => fdatasync(descriptor, end));
}

/** Cheaper than `node:fs/promises` and `node:util`, which would be loaded for this alone. */
function done<Result>(start: (end: (error: Error | null, result: Result) => void) => void): Promise<Result> {
	return new Promise((resolve, reject) => {
		start((error, result) => (error ? reject(error) : resolve(result)));
	});
}
