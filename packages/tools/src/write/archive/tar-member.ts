import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { memberPath } from "../../formats/archives/archive.ts";
import type { NewMember } from "./archive-member.ts";
import { refuseClash } from "./refuse-clash.ts";

interface Entry {
	readonly name: string;
	readonly isFolder: boolean;
	/** The headers that say more about it than fits into its own, in front. */
	readonly before: Buffer;
	readonly header: Buffer;
	/** Header and data with all that is in front, as they were. */
	readonly bytes: Buffer;
}

const block = 512;

/** The archive with one member new; all others are copied as they are. */
export function withTarMember(old: Buffer | undefined, member: NewMember): Buffer {
	const entries = old ? parseTar(old) : [];
	refuseClash(
		entries.map(({ name, isFolder }) => ({ path: memberPath(name) ?? "", isFolder })),
		member.path,
	);
	const index = entries.findLastIndex(({ name }) => memberPath(name) === member.path);
	const replaced = entries[index];
	const bytes = Buffer.concat([headerFor(member, replaced), padded(member.content)]);
	const parts = entries.map((entry) => entry.bytes);
	return Buffer.concat([...(replaced ? parts.with(index, bytes) : [...parts, bytes]), Buffer.alloc(2 * block)]);
}

function parseTar(bytes: Buffer): Entry[] {
	const entries: Entry[] = [];
	let name: string | undefined;
	let start = 0;
	if (bytes.length % block !== 0) throw damaged();
	for (let at = 0; at < bytes.length; ) {
		const header = bytes.subarray(at, at + block);
		if (header.every((byte) => byte === 0)) break;
		const size = numberIn(header.subarray(124, 136));
		const end = at + block + Math.ceil(size / block) * block;
		if (Number.isNaN(size) || end > bytes.length || !hasChecksum(header)) throw damaged();
		const type = String.fromCharCode(header[156] ?? 0);
		const data = bytes.subarray(at + block, at + block + size);
		if (type === "L") name = textIn(data);
		else if (type === "x") name = paxPath(data) ?? name;
		else if (type !== "K" && type !== "g") {
			const known = name ?? ownName(header);
			const isFolder = type === "5" || known.endsWith("/");
			entries.push({
				name: known,
				isFolder,
				before: bytes.subarray(start, at),
				header,
				bytes: bytes.subarray(start, end),
			});
			name = undefined;
			start = end;
		} else if (type === "g") {
			// Facts about all that follows; they stay where they are.
			entries.push({ name: "", isFolder: false, before: Buffer.alloc(0), header, bytes: bytes.subarray(start, end) });
			start = end;
		}
		at = end;
	}
	return entries;
}

function damaged(): ToolError {
	return new ToolError("The tar archive is damaged, so it cannot be rewritten.");
}

/** Whether a block is a header at all; some programs count bytes as signed ones. */
function hasChecksum(header: Buffer): boolean {
	const blank = Buffer.from(header).fill(" ", 148, 156);
	const storedChecksum = numberIn(header.subarray(148, 156));
	const unsigned = blank.reduce((total, byte) => total + byte, 0);
	return (
		storedChecksum === unsigned || storedChecksum === blank.reduce((total, byte) => total + ((byte << 24) >> 24), 0)
	);
}

function headerFor(member: NewMember, replaced: Entry | undefined): Buffer {
	const isPlain = replaced !== undefined && /^[0\0]$/.test(String.fromCharCode(replaced.header[156] ?? 0));
	const { header, long } = isPlain
		? { header: Buffer.from(replaced.header), long: longName(replaced) }
		: freshHeader(member.path);
	header.write(`${member.content.length.toString(8).padStart(11, "0")} `, 124, "latin1");
	header.write(
		`${Math.floor(member.modifiedMs / 1000)
			.toString(8)
			.padStart(11, "0")} `,
		136,
		"latin1",
	);
	writeChecksum(header);
	return Buffer.concat([long, header]);
}

/** Of the headers in front only the name still holds: size and time are new. */
function longName(entry: Entry): Buffer {
	return entry.before.length === 0 ? Buffer.alloc(0) : freshHeader(entry.name).long;
}

function freshHeader(path: string): { header: Buffer; long: Buffer } {
	const header = Buffer.alloc(block);
	const name = Buffer.from(path);
	name.subarray(0, 100).copy(header);
	header.write("0000644\0" + "0000000\0" + "0000000\0", 100, "latin1");
	header.write("0", 156, "latin1");
	header.write("ustar\x0000", 257, "latin1");
	if (name.length <= 100) return { header, long: Buffer.alloc(0) };
	const long = Buffer.alloc(block);
	long.write("././@LongLink", 0, "latin1");
	long.write("0000644\0" + "0000000\0" + "0000000\0", 100, "latin1");
	long.write(`${(name.length + 1).toString(8).padStart(11, "0")} `, 124, "latin1");
	long.write("00000000000 ", 136, "latin1");
	long.write("L", 156, "latin1");
	long.write("ustar  \0", 257, "latin1");
	writeChecksum(long);
	return { header, long: Buffer.concat([long, padded(Buffer.concat([name, Buffer.alloc(1)]))]) };
}

function writeChecksum(header: Buffer): void {
	header.fill(" ", 148, 156);
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
}

function padded(content: Buffer): Buffer {
	return Buffer.concat([content, Buffer.alloc((block - (content.length % block)) % block)]);
}

function ownName(header: Buffer): string {
	const name = textIn(header.subarray(0, 100));
	const prefix = textIn(header.subarray(257, 262)) === "ustar" ? textIn(header.subarray(345, 500)) : "";
	return prefix ? `${prefix}/${name}` : name;
}

/** Records of the form `30 path=some/where\n`; the number counts the bytes of the record. */
function paxPath(data: Buffer): string | undefined {
	for (let at = 0; at < data.length; ) {
		const length = Number.parseInt(data.toString("latin1", at, at + 20), 10);
		if (!(length > 0)) return undefined;
		const record = data.toString("utf8", at, at + length - 1);
		const value = /^\d+ path=([\s\S]*)$/.exec(record)?.[1];
		if (value !== undefined) return value;
		at += length;
	}
	return undefined;
}

function textIn(bytes: Buffer): string {
	const end = bytes.indexOf(0);
	return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
}

/** Octal digits, or for large files a number behind a high bit. */
function numberIn(field: Buffer): number {
	if ((field[0] ?? 0) & 0x80) return Number(field.readBigUInt64BE(4));
	return Number.parseInt(textIn(field).trim() || "0", 8);
}
