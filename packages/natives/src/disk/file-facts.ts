import { type Pointer, ptr } from "bun:ffi";
import { closeSync, constants, lstatSync, openSync, readdirSync } from "node:fs";
import { loadLibc } from "./libc.ts";

/**
 * What the system knows of a file, in halves of 32 bits: enough to tell whether it changed, without a BigInt for each. One object is
 * filled again and again.
 */
export interface FileFacts {
	/** Kind and permissions, as in `st_mode`. */
	mode: number;
	size: number;
	modifiedSeconds: number;
	modifiedNanos: number;
	changedSeconds: number;
	changedNanos: number;
	inodeLow: number;
	inodeHigh: number;
	links: number;
	/** Of the file system. */
	device: number;
}

export const kindMask = 0o170000;
export const folderKind = 0o040000;
export const fileKind = 0o100000;
export const linkKind = 0o120000;

export function emptyFacts(): FileFacts {
	return {
		mode: 0,
		size: 0,
		modifiedSeconds: 0,
		modifiedNanos: 0,
		changedSeconds: 0,
		changedNanos: 0,
		inodeLow: 0,
		inodeHigh: 0,
		links: 0,
		device: 0,
	};
}

/** A name in the block that was read, from `start` to before `end`. */
export type EntryVisitor = (block: Buffer, start: number, end: number) => void;

/** Reads facts of paths that are bytes; links are not followed. */
export interface FactsReader {
	/** False where there is nothing, or it cannot be reached. */
	read(path: Buffer, into: FileFacts): boolean;
	/** Facts and names of everything in a folder. False if it cannot be read. */
	readFolder(path: Buffer, into: FileFacts, visit: EntryVisitor): boolean;
}

/** The fastest one of this system. */
export function factsReader(): FactsReader {
	return linuxReader() ?? nodeReader;
}

const atCurrentFolder = -100;
const noFollowAndNoAutomount = 0x100 | 0x800;
const basicStats = 0x7ff;
const factsBytes = 256;
const blockBytes = 64 * 1024;

function linuxReader(): FactsReader | undefined {
	const libc = loadLibc();
	if (!libc) return undefined;
	const view = new DataView(new ArrayBuffer(factsBytes));
	const viewPointer = ptr(view);
	const block = Buffer.alloc(blockBytes);
	const blockPointer = ptr(block) as number;
	let ended = Buffer.alloc(4096);

	const fill = (into: FileFacts) => {
		into.links = view.getUint32(16, true);
		into.mode = view.getUint16(28, true);
		into.inodeLow = view.getUint32(32, true);
		into.inodeHigh = view.getUint32(36, true);
		into.size = view.getUint32(44, true) * 2 ** 32 + view.getUint32(40, true);
		into.changedSeconds = view.getUint32(96, true);
		into.changedNanos = view.getUint32(104, true);
		into.modifiedSeconds = view.getUint32(112, true);
		into.modifiedNanos = view.getUint32(120, true);
		into.device = view.getUint32(136, true) * 2 ** 20 + view.getUint32(140, true);
	};

	return {
		read(path, into) {
			if (ended.length <= path.length) ended = Buffer.alloc(path.length * 2);
			path.copy(ended);
			ended[path.length] = 0;
			if (libc.statx(atCurrentFolder, ptr(ended), noFollowAndNoAutomount, basicStats, viewPointer) !== 0) return false;
			fill(into);
			return true;
		},
		readFolder(path, into, visit) {
			const folder = openFolder(path);
			if (folder === undefined) return false;
			try {
				for (;;) {
					const length = libc.getdents64(folder, blockPointer as Pointer, blockBytes);
					if (length < 0) return false;
					if (length === 0) return true;
					for (let at = 0; at < length; at += block.readUInt16LE(at + 16)) {
						const start = at + 19;
						let end = start;
						while (block[end] !== 0) end++;
						if (isDots(block, start, end)) continue;
						const name = (blockPointer + start) as Pointer;
						// Gone meanwhile, otherwise.
						if (libc.statx(folder, name, noFollowAndNoAutomount, basicStats, viewPointer) !== 0) continue;
						fill(into);
						visit(block, start, end);
					}
				}
			} finally {
				closeSync(folder);
			}
		},
	};
}

function isDots(block: Buffer, start: number, end: number): boolean {
	if (block[start] !== 0x2e) return false;
	return end - start === 1 || (end - start === 2 && block[start + 1] === 0x2e);
}

function openFolder(path: Buffer): number | undefined {
	try {
		return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
	} catch {
		// Gone, or unreadable.
		return undefined;
	}
}

/** For other systems. */
export const nodeReader: FactsReader = {
	read(path, into) {
		try {
			const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
			if (!stats) return false;
			into.mode = Number(stats.mode);
			into.size = Number(stats.size);
			into.modifiedSeconds = Number((stats.mtimeNs / 1_000_000_000n) & 0xffffffffn);
			into.modifiedNanos = Number(stats.mtimeNs % 1_000_000_000n);
			into.changedSeconds = Number((stats.ctimeNs / 1_000_000_000n) & 0xffffffffn);
			into.changedNanos = Number(stats.ctimeNs % 1_000_000_000n);
			into.inodeLow = Number(stats.ino & 0xffffffffn);
			into.inodeHigh = Number((stats.ino >> 32n) & 0xffffffffn);
			into.links = Number(stats.nlink);
			into.device = Number(stats.dev);
			return true;
		} catch {
			return false;
		}
	},
	readFolder(path, into, visit) {
		let names: Buffer[];
		try {
			names = readdirSync(path, { encoding: "buffer" });
		} catch {
			return false;
		}
		for (const name of names) {
			if (nodeReader.read(Buffer.concat([path, Buffer.from("/"), name]), into)) visit(name, 0, name.length);
		}
		return true;
	},
};
