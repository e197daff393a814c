import { crc32, deflateRawSync } from "node:zlib";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { memberPath } from "../../formats/archives/archive.ts";
import type { NewMember } from "./archive-member.ts";
import { refuseClash } from "./refuse-clash.ts";

interface Entry {
	/** Its part of the index, as it was. */
	readonly record: Buffer;
	readonly name: string;
	/** Its header and data, as they were. */
	readonly body: Buffer;
}

const endBytes = 22;
const recordBytes = 46;
const headerBytes = 30;

/** The archive with one member new; all others are copied with headers, times and whatever else they carry. */
export function withZipMember(old: Buffer | undefined, member: NewMember): Buffer {
	const { entries, comment } = old ? parseZip(old) : { entries: [], comment: Buffer.alloc(0) };
	refuseClash(
		entries.map(({ name }) => ({ path: memberPath(name) ?? "", isFolder: name.endsWith("/") })),
		member.path,
	);
	const index = entries.findIndex(({ name }) => memberPath(name) === member.path);
	const replaced = entries[index];
	const made = newEntry(member, replaced);
	return assemble(replaced ? entries.with(index, made) : [...entries, made], comment);
}

function parseZip(bytes: Buffer): { entries: Entry[]; comment: Buffer } {
	const end = findEnd(bytes);
	const count = bytes.readUInt16LE(end + 10);
	const start = bytes.readUInt32LE(end + 16);
	if (count === 0xffff || start === 0xffffffff) throw new ToolError("Cannot rewrite a 64-bit ZIP archive.");
	const records: Array<{ record: Buffer; name: string; offset: number }> = [];
	for (let at = start; records.length < count; ) {
		if (at + recordBytes > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged();
		const nameEnd = at + recordBytes + bytes.readUInt16LE(at + 28);
		const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
		const record = bytes.subarray(at, next);
		records.push({
			record,
			name: bytes.toString("utf8", at + recordBytes, nameEnd),
			offset: bytes.readUInt32LE(at + 42),
		});
		at = next;
	}
	// What belongs to a member reaches up to the next one, or to the index.
	const borders = [...records.map(({ offset }) => offset), start].sort((a, b) => a - b);
	const entries = records.map(({ record, name, offset }) => {
		const until = borders.find((border) => border > offset) ?? start;
		if (offset + headerBytes > until || bytes.readUInt32LE(offset) !== 0x04034b50) throw damaged();
		return { record, name, body: bytes.subarray(offset, until) };
	});
	return { entries, comment: bytes.subarray(end + endBytes) };
}

function findEnd(bytes: Buffer): number {
	for (let at = bytes.length - endBytes; at >= Math.max(0, bytes.length - endBytes - 0xffff); at--) {
		if (bytes.readUInt32LE(at) === 0x06054b50 && at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length)
			return at;
	}
	throw damaged();
}

function damaged(): ToolError {
	return new ToolError("The ZIP archive is damaged, so it cannot be rewritten.");
}

/** Mode and attributes of the member it replaces stay. */
function newEntry(member: NewMember, replaced: Entry | undefined): Entry {
	const name = replaced?.name ?? member.path;
	const nameBytes = Buffer.from(name);
	const packed = deflateRawSync(member.content);
	const shared = Buffer.alloc(26);
	shared.writeUInt16LE(20, 0);
	shared.writeUInt16LE(0x800, 2);
	shared.writeUInt16LE(8, 4);
	shared.writeUInt32LE(dosTime(member.modifiedMs), 6);
	shared.writeUInt32LE(crc32(member.content), 10);
	shared.writeUInt32LE(packed.length, 14);
	shared.writeUInt32LE(member.content.length, 18);
	shared.writeUInt16LE(nameBytes.length, 22);
	const local = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), shared, nameBytes, packed]);
	const record = Buffer.alloc(recordBytes + nameBytes.length);
	record.writeUInt32LE(0x02014b50, 0);
	record.writeUInt16LE(replaced?.record.readUInt16LE(4) ?? (3 << 8) | 20, 4);
	shared.copy(record, 6);
	record.writeUInt16LE(replaced?.record.readUInt16LE(36) ?? 0, 36);
	record.writeUInt32LE(replaced?.record.readUInt32LE(38) ?? (0o100644 << 16) >>> 0, 38);
	nameBytes.copy(record, recordBytes);
	return { record, name, body: local };
}

function assemble(entries: readonly Entry[], comment: Buffer): Buffer {
	let offset = 0;
	const records = entries.map(({ record, body }) => {
		const moved = Buffer.from(record);
		moved.writeUInt32LE(offset, 42);
		offset += body.length;
		return moved;
	});
	const directory = Buffer.concat(records);
	if (entries.length >= 0xffff || offset + directory.length >= 0xffffffff) {
		throw new ToolError("The archive would need the 64-bit ZIP format, which we do not write.");
	}
	const end = Buffer.alloc(endBytes);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	end.writeUInt16LE(comment.length, 20);
	return Buffer.concat([...entries.map(({ body }) => body), directory, end, comment]);
}

/** Two seconds at a time, from 1980 on. */
function dosTime(ms: number): number {
	const date = new Date(ms);
	const year = Math.max(0, date.getUTCFullYear() - 1980);
	const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
	const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
	return ((day << 16) | time) >>> 0;
}
