import { closeSync, fdatasync, fsyncSync, openSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

/** Puts a finished temporary file in the place of `path` in one step, and makes the step itself durable. */
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

/** The name under which Windows' open files are moved out of the way; listing puts an orphaned one back. */
export function backupName(path: string): string {
	return `${path}.bak`;
}

// Windows refuses to rename over a file that someone has open, but lets that file itself be renamed.
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

/** Resolves when what was written to a descriptor is on the disk. */
export function syncData(descriptor: number): Promise<void> {
	return new Promise((resolve, reject) => {
		fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
	});
}
