import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** Opens a file for reading, and only a file: a pipe or a device could be read for ever, or not at all. */
export async function openRegular(path: string, shown: string): Promise<FileHandle> {
	// Without waiting: between the question what it is and the answer, it may have become a pipe nobody writes to.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
		throw new ToolError(`Cannot read '${shown}': ${reasonOf(error)}`, { cause: error });
	});
	if ((await file.stat()).isFile()) return file;
	await file.close();
	throw notRegular(shown);
}

/** Fills a buffer from a place in a file; gives the bytes there were. Files of the kernel open well and then cannot be read. */
export async function readAt(file: FileHandle, shown: string, buffer: Buffer, position: number): Promise<number> {
	const { bytesRead } = await file.read(buffer, 0, buffer.length, position).catch((error: NodeJS.ErrnoException) => {
		throw new ToolError(`Cannot read '${shown}': ${reasonOf(error)}`, { cause: error });
	});
	return bytesRead;
}

export function notRegular(shown: string): ToolError {
	return new ToolError(`'${shown}' is not a regular file, so it cannot be read`);
}

/** What the system says, in plain words where it says it by code. */
export function reasonOf(error: NodeJS.ErrnoException): string {
	switch (error.code) {
		case "EACCES":
		case "EPERM":
			return "permission denied";
		case "ELOOP":
			return "too many symbolic links";
		case "ENOENT":
			return "it is gone";
		case "EISDIR":
			return "it is a folder";
		default:
			return error.message;
	}
}
