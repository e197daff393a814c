import { dlopen, type Pointer, ptr } from "bun:ffi";
import { closeSync, constants, openSync } from "node:fs";
import { once } from "@oh-my-pi/pi-utils/once";
import type { EntryKind, FolderEntry, FolderOpener } from "./folder-entry.ts";
import { askedKind } from "./open-plain-folder.ts";

const blockBytes = 256 * 1024;
/** Larger buffers are not kept for the next folder. */
const keptBytes = 4 * 1024 * 1024;
/** Space for one entry with the longest name. */
const entryBytes = 512;

/** `struct linux_dirent64`: offsets and kinds. */
const sizeAt = 16;
const kindAt = 18;
const nameAt = 19;
const unknownKind = 0;
const folderKind = 4;
const fileKind = 8;

/** `statx`: do not follow links, only the modification time, and its offset in the result. */
const atLink = 0x100;
const wantModified = 0x40;
const factsBytes = 256;
const secondsAt = 112;

/**
 * Uses getdents64 and statx directly: entries come as one block, and a name need not be copied to get its time.
 * `undefined` on other systems.
 */
export function linuxOpener(): FolderOpener | undefined {
	if (process.platform !== "linux") return undefined;
	const system = loadSystem();
	if (!system) return undefined;
	let block = Buffer.alloc(blockBytes);
	const facts = new DataView(new ArrayBuffer(factsBytes));
	const factsPointer = ptr(facts);

	/** Returns the number of bytes. */
	const readBlock = (folder: number): number => {
		for (let length = 0; ; ) {
			if (block.length - length < entryBytes) block = Buffer.concat([block], block.length * 2);
			const read = system.getdents64(folder, pointerTo(block, length), block.length - length);
			if (read <= 0) return length;
			length += read;
		}
	};

	return (path) => {
		const folder = openFolder(path);
		if (folder === undefined) return undefined;
		if (block.length > keptBytes) block = Buffer.alloc(blockBytes);
		const length = readBlock(folder);
		const entries = parseEntries(block.subarray(0, length), path);
		return {
			entries,
			modifiedMs({ place }) {
				if (system.statx(folder, pointerTo(block, place), atLink, wantModified, factsPointer) !== 0) return Number.NaN;
				const seconds = facts.getInt32(secondsAt + 4, true) * 2 ** 32 + facts.getUint32(secondsAt, true);
				return seconds * 1000 + facts.getUint32(secondsAt + 8, true) / 1e6;
			},
			close: () => closeSync(folder),
		};
	};
}

function parseEntries(block: Buffer, folder: string): FolderEntry[] {
	const entries: FolderEntry[] = [];
	for (let at = 0; at < block.length; at += block.readUInt16LE(at + sizeAt)) {
		const place = at + nameAt;
		const name = readName(block, place);
		if (name !== "." && name !== "..")
			entries.push({ name, kind: resolveKind(block[at + kindAt], folder, name), place });
	}
	return entries;
}

function readName(block: Buffer, start: number): string {
	let end = start;
	let isPlain = true;
	for (let byte = block[end] ?? 0; byte !== 0; byte = block[++end] ?? 0) if (byte > 127) isPlain = false;
	return block.toString(isPlain ? "latin1" : "utf8", start, end);
}

function resolveKind(kind: number | undefined, folder: string, name: string): EntryKind {
	if (kind === fileKind) return "file";
	if (kind === folderKind) return "folder";
	return kind === unknownKind ? askedKind(`${folder}/${name}`) : "other";
}

function pointerTo(block: Buffer, offset: number): Pointer {
	return ((ptr(block) as number) + offset) as Pointer;
}

function openFolder(path: string): number | undefined {
	try {
		return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
	} catch {
		// Gone, or unreadable.
		return undefined;
	}
}

/** Loaded once, because it is never unloaded. */
const loadSystem = once(() => {
	for (const library of ["libc.so.6", `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`]) {
		try {
			return dlopen(library, {
				getdents64: { args: ["i32", "ptr", "u64"], returns: "i32" },
				statx: { args: ["i32", "ptr", "i32", "u32", "ptr"], returns: "i32" },
			}).symbols;
		} catch {
			// Another libc, or one without these calls: try the next, or fall back to Node.
		}
	}
	return undefined;
});
