import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { formatBytes } from "../../output/format-bytes.ts";
import { type Archive, ArchiveError, type ArchiveMember, memberPath } from "./archive.ts";
import { readDirectory, type ZipEntry } from "./zip-directory.ts";

const maxMemberBytes = 64 * 1024 * 1024;
const localHeaderBytes = 30;

/** Reads only the index; members are unpacked when asked for. */
export async function openZip(path: string): Promise<Archive> {
	const file = await open(path, "r");
	try {
		const entries = new Map<string, ZipEntry>();
		const members = new Map<string, ArchiveMember>();
		for (const entry of await readDirectory(file)) {
			const member = entry.name.endsWith("/") ? undefined : memberPath(entry.name);
			if (!member) continue;
			entries.set(member, entry);
			members.set(member, { path: member, bytes: entry.bytes });
		}
		return {
			members,
			async read(member) {
				const entry = entries.get(member);
				if (!entry) throw new ArchiveError(`no member '${member}'`);
				return unpack(file, entry);
			},
			[Symbol.asyncDispose]: () => file.close(),
		};
	} catch (error) {
		await file.close();
		throw error;
	}
}

async function unpack(file: FileHandle, entry: ZipEntry): Promise<Uint8Array> {
	if (entry.encrypted) throw new ArchiveError("the member is encrypted");
	if (entry.bytes > maxMemberBytes || entry.packedBytes > maxMemberBytes) throw tooLarge(entry.bytes);
	const header = await readExactly(file, entry.offset, localHeaderBytes);
	if (header.readUInt32LE(0) !== 0x04034b50) throw new ArchiveError("the member is damaged");
	const start = entry.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
	const packed = await readExactly(file, start, entry.packedBytes);
	if (entry.method === 0) return packed;
	if (entry.method !== 8)
		throw new ArchiveError(`the member is packed with method ${entry.method}, which we cannot read`);
	// Loaded here because it takes longer than all of our own code for files.
	const { inflateRaw } = await import("node:zlib");
	try {
		return await promisify(inflateRaw)(packed, { maxOutputLength: maxMemberBytes });
	} catch (error) {
		// What the index says about the size need not be true.
		if (error instanceof RangeError) throw tooLarge(undefined);
		throw new ArchiveError("the member is damaged", { cause: error });
	}
}

export async function readExactly(file: FileHandle, offset: number, length: number): Promise<Buffer> {
	const buffer = Buffer.alloc(length);
	const { bytesRead } = await file.read(buffer, 0, length, offset);
	if (bytesRead < length) throw new ArchiveError("the archive ends too early");
	return buffer;
}

function tooLarge(bytes: number | undefined): ArchiveError {
	const found = bytes === undefined ? "" : ` (${formatBytes(bytes)})`;
	return new ArchiveError(`the member is too large${found}; at most ${formatBytes(maxMemberBytes)} can be read`);
}
