import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Configuration and instructions are never larger; what is, was not written by a person. */
export const maxConfigBytes = 1024 * 1024;

/** Why a file was not read, in words for the user. */
export class UnreadableFileError extends Error {
	constructor(
		message: string,
		/** There is a folder of that name. */
		readonly isFolder = false,
		/** It is there, and is not read because of what it is or how large. */
		readonly isRefused = false,
	) {
		super(message);
	}
}

/**
 * Reads a file that may come from anybody. A FIFO would block, a device never ends, and a sparse file fills the memory: only
 * regular files up to a limit are read. Opened once, so what was checked is what is read. `undefined` when there is none.
 */
export function readRegularFile(path: string, maxBytes = maxConfigBytes): string | undefined {
	return readRegularBytes(path, maxBytes)?.toString("utf8");
}

/** The same for a file that need not be text. */
export function readRegularBytes(path: string, maxBytes: number): Buffer | undefined {
	let file: number;
	try {
		// Without O_NONBLOCK, opening a FIFO waits for a writer.
		file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new UnreadableFileError(message);
	}
	try {
		const stats = fstatSync(file);
		if (!stats.isFile()) throw new UnreadableFileError(`${path} is not a regular file`, stats.isDirectory(), true);
		if (stats.size > maxBytes) throw new UnreadableFileError(tooLarge(path, maxBytes), false, true);
		return readAll(file, stats.size, maxBytes, path);
	} finally {
		closeSync(file);
	}
}

/** The size can be wrong: files in /proc have none, and others grow. */
function readAll(file: number, size: number, maxBytes: number, path: string): Buffer {
	const chunks: Buffer[] = [];
	for (let total = 0; ; ) {
		const chunk = Buffer.allocUnsafe(Math.max(size - total, 4096));
		const count = readSync(file, chunk);
		if (count === 0) return Buffer.concat(chunks);
		total += count;
		if (total > maxBytes) throw new UnreadableFileError(tooLarge(path, maxBytes), false, true);
		chunks.push(chunk.subarray(0, count));
	}
}

function tooLarge(path: string, maxBytes: number): string {
	const limit = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${Math.ceil(maxBytes / 1024)} KB`;
	return `${path} is larger than ${limit}`;
}
