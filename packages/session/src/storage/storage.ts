import type { LockResult } from "./lock.ts";

export interface FileStat {
	readonly size: number;
	readonly mtimeMs: number;
	readonly isDirectory: boolean;
	/** False for pipes and devices too: opening one could block. */
	readonly isFile: boolean;
	/** Identifies the file behind a path; changes when the file is replaced. */
	readonly identity: string;
}

export interface FileSlices {
	readonly size: number;
	readonly mtimeMs: number;
	readonly head: Buffer;
	/** Empty when the head contains the whole file. */
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

/** An open file, readable even after the path is replaced or removed. */
export interface FileReader {
	readonly identity: string;
	size(): number;
	/** Fills `target` from `position` and returns the number of bytes read. */
	read(target: Uint8Array, position: number): number;
	close(): void;
}

/** An open log. When `append` returns, the data has reached the operating system. */
export interface LogWriter extends FileReader {
	/** Appends all bytes, or none if it throws, as far as the file system allows the rollback. */
	append(bytes: Uint8Array): void;
	overwrite(bytes: Uint8Array, position: number): void;
	truncate(size: number): void;
	/** Resolves when everything appended so far is durable. */
	flush(): Promise<void>;
	fsync(): void;
	/** The first write error, if any. */
	getError(): Error | undefined;
}

/** A new version of a file, invisible until `commit`. */
export interface StagedFile {
	append(bytes: Uint8Array): void;
	/** Syncs most of the data without blocking, so that `commit` is fast. */
	flush(): Promise<void>;
	commit(): void;
	discard(): void;
}

/** Where sessions are stored. Synchronous, because an append must be done when its caller continues. */
export interface Storage {
	exists(path: string): boolean;
	stat(path: string): FileStat | undefined;
	/** Names in a folder; empty if it does not exist. */
	list(directory: string): string[];
	readText(path: string): string | undefined;
	readTextSlices(path: string, headBytes: number, tailBytes: number): TextSlices | undefined;
	/** The bytes are reused: valid until the next call. */
	readSlices(path: string, headBytes: number, tailBytes: number): FileSlices | undefined;
	openReader(path: string): FileReader | undefined;
	/**
	 * Opens an existing file for appending; `create` creates a new one and its folders, and refuses an existing one.
	 */
	openWriter(path: string, options: { create: boolean }): LogWriter;
	writeText(path: string, text: string): void;
	writeTextAtomic(path: string, text: string): void;
	/** Starts a replacement of `path`, which need not exist yet. */
	stage(path: string): StagedFile;
	copy(from: string, to: string): void;
	rename(from: string, to: string): void;
	unlink(path: string): void;
	copyDirectory(from: string, to: string): void;
	deleteSessionWithArtifacts(path: string): void;
	/** Locks a log for this process. Advisory: programs that do not ask are not stopped. */
	lock(path: string): LockResult;
}
