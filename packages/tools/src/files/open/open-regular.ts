import { close, constants, fstat, open, read } from "node:fs";
import { promisify } from "node:util";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** A file that is open for reading. Each asynchronous system call is a round trip to a worker thread, so there are few. */
export interface RegularFile extends Disposable {
	/** When it was opened. Files of the kernel have content and no size. */
	readonly size: number;
	/** Fills a buffer from a place in the file; gives the bytes there were. */
	read(buffer: Buffer, position: number): Promise<number>;
}

/** Opens a file for reading, and only a file: a pipe or a device could be read for ever, or not at all. */
export async function openRegular(path: string, shown: string): Promise<RegularFile> {
	const unreadable = (error: NodeJS.ErrnoException) => {
		throw new ToolError(`Cannot read '${shown}': ${describeFailure(error)}`, { cause: error });
	};
	// Without waiting: between the question what it is and the answer, it may have become a pipe nobody writes to.
	const descriptor = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(unreadable);
	const file = {
		size: 0,
		// Files of the kernel open well and then cannot be read.
		read: (buffer: Buffer, position: number) =>
			readFile(descriptor, buffer, 0, buffer.length, position).then(({ bytesRead }) => bytesRead, unreadable),
		[Symbol.dispose]: () => close(descriptor),
	};
	try {
		const facts = await factsOf(descriptor);
		if (!facts.isFile()) throw notRegular(shown);
		file.size = facts.size;
		return file;
	} catch (error) {
		file[Symbol.dispose]();
		throw error;
	}
}

const openFile = promisify(open);
const readFile = promisify(read);
const factsOf = promisify(fstat);

export function notRegular(shown: string): ToolError {
	return new ToolError(`'${shown}' is not a regular file, so it cannot be read`);
}

/** What the system says, in plain words where it says it by code. */
export function describeFailure(error: NodeJS.ErrnoException): string {
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
