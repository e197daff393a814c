import {
	chmodSync,
	closeSync,
	constants,
	fchmodSync,
	ftruncateSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	renameSync,
	rmdirSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeSync,
} from "node:fs";
import { type BytePath, type NodeState, pathBytes } from "../contract/node-state.ts";

const maxOverwrittenBytes = 1024 * 1024;

/** What `putState` needs beside the state. */
export interface PutOptions {
	/** Content of a file. */
	readonly content?: Uint8Array;
	/** Beside the path; for making it whole before it gets its name. */
	readonly temporary: BytePath;
	/** A file may be written over: what is in it now is kept. */
	readonly isOverwritable: boolean;
	/** Its other names are to have the content, too. */
	readonly inPlace: boolean;
	/** Another name that the file is to share. */
	readonly twin?: BytePath;
}

/** Removes a file, or a folder if it is empty. False: the folder is not empty, and stays. */
export function removeState(path: BytePath, state: NodeState): boolean {
	const bytes = pathBytes(path);
	if (state.kind !== "folder") {
		withWritableFolder(path, () => unlinkSync(bytes));
		return true;
	}
	try {
		withWritableFolder(path, () => rmdirSync(bytes));
		return true;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOTEMPTY" || code === "EEXIST") return false;
		throw error;
	}
}

/** Puts something at a path where there is nothing, or something of the same kind. */
export function putState(path: BytePath, to: NodeState, options: PutOptions): void {
	switch (to.kind) {
		case "folder":
			makeFolder(path);
			return;
		case "link":
			withWritableFolder(path, () => {
				removeTemporary(options.temporary);
				symlinkSync(pathBytes(to.target), pathBytes(options.temporary));
				renameSync(pathBytes(options.temporary), pathBytes(path));
			});
			return;
		case "file":
			putFile(path, to, options);
			return;
		default:
			throw new Error(`There is no way to make: ${to.kind}`);
	}
}

function putFile(path: BytePath, to: Extract<NodeState, { kind: "file" }>, options: PutOptions): void {
	const { content, temporary, twin } = options;
	if (content && writesInPlace(path, content, options)) {
		try {
			writeInPlace(path, content, to.mode);
			return;
		} catch (error) {
			// A program that runs, or a closed file: another one takes its place.
			const { code } = error as NodeJS.ErrnoException;
			if (code !== "ETXTBSY" && code !== "EACCES" && code !== "EPERM") throw error;
		}
	}
	withWritableFolder(path, () => {
		if (twin === undefined) writeNew(temporary, content ?? new Uint8Array(), to.mode);
		else {
			removeTemporary(temporary);
			linkSync(pathBytes(twin), pathBytes(temporary));
		}
		renameSync(pathBytes(temporary), pathBytes(path));
		// Renaming one name of a file to another one of the same file does nothing.
		if (twin !== undefined) removeTemporary(temporary);
	});
}

/**
 * Keeps owner, attributes and hard links, and is a hundred times faster where freed space is discarded. A crash in the middle leaves
 * a mixture of two contents that are both kept, so it is known again. Large files would be seen half written by others.
 */
function writesInPlace(path: BytePath, content: Uint8Array, { isOverwritable, inPlace }: PutOptions): boolean {
	if (!isOverwritable) return false;
	const stats = lstatSync(pathBytes(path), { throwIfNoEntry: false });
	if (!stats?.isFile()) return false;
	return stats.nlink > 1 ? inPlace : content.length <= maxOverwrittenBytes && stats.size <= maxOverwrittenBytes;
}

/** Its mode comes when everything in it is done. */
function makeFolder(path: BytePath): void {
	if (lstatSync(pathBytes(path), { throwIfNoEntry: false })?.isDirectory()) return;
	withWritableFolder(path, () => mkdirSync(pathBytes(path), { mode: 0o700 }));
}

/** Cut to its length last: until then it is the beginning of one content and the end of the other. */
function writeInPlace(path: BytePath, content: Uint8Array, mode: number): void {
	const { mode: before } = lstatSync(pathBytes(path));
	if ((before & 0o200) === 0) changeMode(path, (before & 0o7777) | 0o200);
	withOpenNode(path, constants.O_WRONLY | constants.O_NONBLOCK, (file) => {
		for (let at = 0; at < content.length; ) at += writeSync(file, content, at, content.length - at, at);
		ftruncateSync(file, content.length);
		fchmodSync(file, mode);
	});
}

/** Changes permissions of a file or folder; never those of what a link leads to. */
export function changeMode(path: BytePath, mode: number): void {
	try {
		withOpenNode(path, constants.O_RDONLY | constants.O_NONBLOCK, (file) => fchmodSync(file, mode));
	} catch (error) {
		// Not readable by its owner: only its name is left to go by.
		if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
		if (lstatSync(pathBytes(path)).isSymbolicLink()) throw error;
		chmodSync(pathBytes(path), mode);
	}
}

function withOpenNode(path: BytePath, flags: number, work: (file: number) => void): void {
	const file = openSync(pathBytes(path), flags | (constants.O_NOFOLLOW ?? 0));
	try {
		work(file);
	} finally {
		closeSync(file);
	}
}

function writeNew(path: BytePath, content: Uint8Array, mode: number): void {
	const file = openSync(pathBytes(path), "wx", 0o600);
	try {
		for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
		fchmodSync(file, mode);
	} finally {
		closeSync(file);
	}
}

export function removeTemporary(path: BytePath): void {
	try {
		unlinkSync(pathBytes(path));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
	}
}

/** Some folders are closed for writing; they are again afterwards. */
function withWritableFolder(path: BytePath, work: () => void): void {
	try {
		work();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "EACCES" && code !== "EPERM") throw error;
		const folder = pathBytes((path.slice(0, path.lastIndexOf("/")) || "/") as BytePath);
		const mode = statSync(folder).mode & 0o7777;
		if ((mode & 0o300) === 0o300) throw error;
		chmodSync(folder, mode | 0o300);
		try {
			work();
		} finally {
			chmodSync(folder, mode);
		}
	}
}
