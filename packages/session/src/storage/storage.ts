import type { LockResult } from "./lock.ts";

export interface FileStat {
	readonly size: number;
	readonly mtimeMs: number;
	readonly isDirectory: boolean;
	/** The same as long as a path leads to the same file; another after a replacement. */
	readonly identity: string;
}

export interface FileSlices {
	readonly size: number;
	readonly mtimeMs: number;
	readonly head: Buffer;
	/** Empty when the head already has the whole file. */
	readonly tail: Buffer;
	/** Bytes between head and tail that were not read. */
	readonly skippedBytes: number;
}

export interface TextSlices extends Omit<FileSlices, "head" | "tail"> {
	readonly head: string;
	readonly tail: string;
}

export function asText(slices: FileSlices): TextSlices {
	return { ...slices, head: slices.head.toString("utf8"), tail: slices.tail.toString("utf8") };
}

/** Bytes of one file, which stay readable through this handle even when the path is replaced or removed. */
export interface FileReader {
	readonly identity: string;
	size(): number;
	/** Fills `target` from `position` and returns how much there was. */
	read(target: Uint8Array, position: number): number;
	close(): void;
}

/** A log being written. Everything has reached the operating system when `append` returns. */
export interface LogWriter extends FileReader {
	/** All of the bytes or, when it throws, none as far as the file system lets us take them back. */
	append(bytes: Uint8Array): void;
	overwrite(bytes: Uint8Array, position: number): void;
	truncate(size: number): void;
	/** Resolves when everything appended so far survives a power failure. */
	flush(): Promise<void>;
	fsync(): void;
	/** The first failure of a write, if there was one. */
	getError(): Error | undefined;
}

/** A new version of a file, invisible until `commit`. */
export interface StagedFile {
	append(bytes: Uint8Array): void;
	/** Brings the bulk to the disk without blocking, so that `commit` is short. */
	flush(): Promise<void>;
	commit(): void;
	discard(): void;
}

/** Where sessions live. Calls are synchronous: an append must have happened when its caller goes on. */
export interface Storage {
	exists(path: string): boolean;
	stat(path: string): FileStat | undefined;
	/** Names in a folder; none when there is no such folder. */
	list(directory: string): string[];
	readText(path: string): string | undefined;
	readTextSlices(path: string, headBytes: number, tailBytes: number): TextSlices | undefined;
	/** The bytes are lent: the next call may overwrite them. */
	readSlices(path: string, headBytes: number, tailBytes: number): FileSlices | undefined;
	openReader(path: string): FileReader | undefined;
	/** Opens an existing file for appending; `create` makes a new one, and its folders, and refuses an existing one. */
	openWriter(path: string, options: { create: boolean }): LogWriter;
	writeText(path: string, text: string): void;
	writeTextAtomic(path: string, text: string): void;
	/** Begins a replacement of `path`, which need not exist yet. */
	stage(path: string): StagedFile;
	copy(from: string, to: string): void;
	rename(from: string, to: string): void;
	unlink(path: string): void;
	copyDirectory(from: string, to: string): void;
	deleteSessionWithArtifacts(path: string): void;
	/** Claims a log for this process. Advisory: programs that do not ask are not stopped. */
	lock(path: string): LockResult;
}
