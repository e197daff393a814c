import { deflateRawSync } from "node:zlib";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A ZIP file made by hand, so that it can also be made wrong. */
export function zipOf(files: Files, options: { claimedBytes?: number } = {}): Uint8Array {
	return build(files, (content) => ({ method: 8, packed: deflateRawSync(content) }), options);
}

export function storedZip(files: Files, options: { comment?: string } = {}): Uint8Array {
	return build(files, (content) => ({ method: 0, packed: Buffer.from(content) }), options);
}

function build(
	files: Files,
	pack: (content: Buffer) => { method: number; packed: Buffer },
	options: { claimedBytes?: number; comment?: string },
): Uint8Array {
	const members: Buffer[] = [];
	const index: Buffer[] = [];
	let offset = 0;
	for (const [name, text] of Object.entries(files)) {
		const content = Buffer.from(text);
		const { method, packed } = pack(content);
		const shared = { method, packed, name: Buffer.from(name), bytes: options.claimedBytes ?? content.length };
		const member = Buffer.concat([header(0x04034b50, shared), shared.name, packed]);
		index.push(header(0x02014b50, { ...shared, offset }), shared.name);
		members.push(member);
		offset += member.length;
	}
	const directory = Buffer.concat(index);
	const comment = Buffer.from(options.comment ?? "", "latin1");
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(members.length, 8);
	end.writeUInt16LE(members.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	end.writeUInt16LE(comment.length, 20);
	return Buffer.concat([...members, directory, end, comment]);
}

function header(
	signature: number,
	member: { method: number; packed: Buffer; name: Buffer; bytes: number; offset?: number },
): Buffer {
	const isIndex = member.offset !== undefined;
	const buffer = Buffer.alloc(isIndex ? 46 : 30);
	const at = isIndex ? 8 : 6;
	buffer.writeUInt32LE(signature, 0);
	buffer.writeUInt16LE(0x800, at);
	buffer.writeUInt16LE(member.method, at + 2);
	buffer.writeUInt32LE(member.packed.length, at + 12);
	buffer.writeUInt32LE(member.bytes, at + 16);
	buffer.writeUInt16LE(member.name.length, at + 20);
	if (isIndex) buffer.writeUInt32LE(member.offset ?? 0, 42);
	return buffer;
}
