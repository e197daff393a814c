import type { FileHandle } from "node:fs/promises";
import { ArchiveError } from "./archive.ts";

export interface ZipEntry {
	readonly name: string;
	readonly method: number;
	readonly encrypted: boolean;
	readonly packedBytes: number;
	readonly bytes: number;
	readonly offset: number;
}

const endBytes = 22;
const maxCommentBytes = 0xffff;
const maxDirectoryBytes = 64 * 1024 * 1024;

/** The index at the end of a ZIP file, in the plain and the 64-bit form. */
export async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
	const { size } = await file.stat();
	const tailStart = Math.max(0, size - endBytes - maxCommentBytes - 20);
	const tail = await readAt(file, tailStart, size - tailStart);
	const end = findEnd(tail);
	if (end === undefined) throw new ArchiveError("not a ZIP archive, or a damaged one");
	const locator = end - 20;
	const isWide = locator >= 0 && tail.readUInt32LE(locator) === 0x07064b50;
	const { length, offset, count } = isWide
		? await wideEnd(file, Number(tail.readBigUInt64LE(locator + 8)))
		: plainEnd(tail.subarray(end));
	if (length > maxDirectoryBytes || offset + length > size) throw damaged();
	const entries = parseDirectory(await readAt(file, offset, length));
	if (entries.length >= count) return entries;
	// A program in front of an archive that unpacks itself moves all that the index tells.
	const moved = tailStart + end - length - offset;
	const found = parseDirectory(await readAt(file, offset + moved, length));
	if (found.length < count) throw damaged();
	return found.map((entry) => ({ ...entry, offset: entry.offset + moved }));
}

interface DirectoryEnd {
	readonly length: number;
	readonly offset: number;
	readonly count: number;
}

function plainEnd(record: Buffer): DirectoryEnd {
	return { length: record.readUInt32LE(12), offset: record.readUInt32LE(16), count: record.readUInt16LE(10) };
}

async function wideEnd(file: FileHandle, at: number): Promise<DirectoryEnd> {
	const record = await readAt(file, at, 56);
	if (record.length < 56) throw damaged();
	return {
		length: Number(record.readBigUInt64LE(40)),
		offset: Number(record.readBigUInt64LE(48)),
		count: Number(record.readBigUInt64LE(32)),
	};
}

function damaged(): ArchiveError {
	return new ArchiveError("the index of the archive is damaged");
}

/** The last record that its comment, which may look like one itself, fits behind. */
function findEnd(tail: Buffer): number | undefined {
	for (let at = tail.length - endBytes; at >= 0; at--) {
		if (tail.readUInt32LE(at) === 0x06054b50 && at + endBytes + tail.readUInt16LE(at + 20) <= tail.length) return at;
	}
	return undefined;
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
	const buffer = Buffer.alloc(length);
	const { bytesRead } = await file.read(buffer, 0, length, offset);
	return buffer.subarray(0, bytesRead);
}

function parseDirectory(directory: Buffer): ZipEntry[] {
	const entries: ZipEntry[] = [];
	for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
		const flags = directory.readUInt16LE(at + 8);
		const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
		const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
		const extra = wideFields(directory.subarray(nameEnd, extraEnd));
		const wide = (value: number) => (value === 0xffffffff ? Number(extra.shift() ?? value) : value);
		// In this order: the wide fields come in it.
		const bytes = wide(directory.readUInt32LE(at + 24));
		const packedBytes = wide(directory.readUInt32LE(at + 20));
		const offset = wide(directory.readUInt32LE(at + 42));
		entries.push({
			name: directory.toString(
				flags & 0x800 ? "utf8" : nameEncoding(directory.subarray(at + 46, nameEnd)),
				at + 46,
				nameEnd,
			),
			method: directory.readUInt16LE(at + 10),
			encrypted: (flags & 1) !== 0,
			packedBytes,
			bytes,
			offset,
		});
		at = extraEnd + directory.readUInt16LE(at + 32);
	}
	return entries;
}

/** Names without the UTF-8 flag are mostly UTF-8 all the same. */
function nameEncoding(name: Buffer): "utf8" | "latin1" {
	return Buffer.from(name.toString("utf8")).equals(name) ? "utf8" : "latin1";
}

/** The 64-bit values of the extra field with id 1. */
function wideFields(extra: Buffer): bigint[] {
	for (let at = 0; at + 4 <= extra.length; ) {
		const length = extra.readUInt16LE(at + 2);
		if (extra.readUInt16LE(at) === 1) {
			const values: bigint[] = [];
			for (let value = at + 4; value + 8 <= Math.min(at + 4 + length, extra.length); value += 8) {
				values.push(extra.readBigUInt64LE(value));
			}
			return values;
		}
		at += 4 + length;
	}
	return [];
}
