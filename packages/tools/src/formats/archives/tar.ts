import { promisify } from "node:util";
import { formatBytes } from "../../output/format-bytes.ts";
import { type Archive, ArchiveError, type ArchiveMember, memberPath } from "./archive.ts";

const maxBytes = 256 * 1024 * 1024;

/** A tar has no index, so all of it is read, within bounds. */
export async function openTar(path: string, options: { gzipped: boolean }): Promise<Archive> {
	const file = Bun.file(path);
	if (file.size > maxBytes) throw tooLarge(file.size);
	const packed = await file.bytes();
	const bytes = options.gzipped ? await unzip(packed) : packed;
	const files = await parse(bytes);
	const members = new Map<string, ArchiveMember>();
	const contents = new Map<string, Blob>();
	for (const [name, content] of files) {
		const member = memberPath(name);
		if (!member) continue;
		members.set(member, { path: member, bytes: content.size });
		contents.set(member, content);
	}
	return {
		members,
		async read(member) {
			const content = contents.get(member);
			if (!content) throw new ArchiveError(`no member '${member}'`);
			return content.bytes();
		},
		async [Symbol.asyncDispose]() {},
	};
}

async function unzip(packed: Uint8Array): Promise<Uint8Array> {
	// Loaded here because it takes longer than all of our own code for files.
	const { gunzip } = await import("node:zlib");
	try {
		return await promisify(gunzip)(packed, { maxOutputLength: maxBytes });
	} catch (error) {
		if (error instanceof RangeError) throw tooLarge(undefined);
		throw new ArchiveError("the gzip data is damaged", { cause: error });
	}
}

async function parse(bytes: Uint8Array): Promise<ReadonlyMap<string, Blob>> {
	if (bytes.every((byte) => byte === 0)) return new Map();
	try {
		return await new Bun.Archive(bytes).files();
	} catch (error) {
		throw new ArchiveError("not a tar archive, or a damaged one", { cause: error });
	}
}

function tooLarge(bytes: number | undefined): ArchiveError {
	const found = bytes === undefined ? "" : ` (${formatBytes(bytes)})`;
	return new ArchiveError(`the archive is too large${found}; at most ${formatBytes(maxBytes)} unpacked can be read`);
}
