/** An entry of a git index. */
export interface IndexEntry {
	/** Latin-1, byte for byte; from the top of the working tree. */
	readonly path: string;
	readonly mode: number;
	readonly size: number;
	readonly modifiedSeconds: number;
	readonly modifiedNanos: number;
	readonly changedSeconds: number;
	readonly changedNanos: number;
	readonly inodeLow: number;
	/** Hexadecimal. */
	readonly object: string;
	/** 0, or the side of a conflict. */
	readonly stage: number;
}

const headerBytes = 12;
const objectAt = 40;
const objectBytes = 20;
const extendedFlag = 0x4000;

/**
 * The entries of an index of version 2 to 4. Returns false for anything that is not understood whole: another version, a split or
 * sparse index, SHA-256 objects.
 */
export function* readGitIndex(index: Buffer): Generator<IndexEntry, boolean> {
	if (index.length < headerBytes + objectBytes || index.toString("latin1", 0, 4) !== "DIRC") return false;
	if (!isWhole(index)) return false;
	const version = index.readUInt32BE(4);
	if (version < 2 || version > 4) return false;
	const count = index.readUInt32BE(8);
	const end = index.length - objectBytes;
	let at = headerBytes;
	let previous = "";
	for (let number = 0; number < count; number++) {
		if (at + objectAt + objectBytes + 2 > end) return false;
		const flags = index.readUInt16BE(at + objectAt + objectBytes);
		let nameAt = at + objectAt + objectBytes + 2 + (flags & extendedFlag ? 2 : 0);
		let prefix = "";
		if (version === 4) {
			const [dropped, next] = readVarint(index, nameAt);
			if (dropped > previous.length) return false;
			prefix = previous.slice(0, previous.length - dropped);
			nameAt = next;
		}
		const nameEnd = index.indexOf(0, nameAt);
		if (nameEnd < 0 || nameEnd >= end) return false;
		const path = prefix + index.toString("latin1", nameAt, nameEnd);
		previous = path;
		yield {
			path,
			changedSeconds: index.readUInt32BE(at),
			changedNanos: index.readUInt32BE(at + 4),
			modifiedSeconds: index.readUInt32BE(at + 8),
			modifiedNanos: index.readUInt32BE(at + 12),
			inodeLow: index.readUInt32BE(at + 20),
			mode: index.readUInt32BE(at + 24),
			size: index.readUInt32BE(at + 36),
			object: index.toString("hex", at + objectAt, at + objectAt + objectBytes),
			stage: (flags >> 12) & 3,
		};
		// Up to version 3, entries are padded with 1 to 8 NUL to a multiple of 8.
		at = version === 4 ? nameEnd + 1 : at + ((nameEnd - at + 8) & ~7);
	}
	return areExtensionsOptional(index, at, end);
}

/** What an index says, without the times and sizes that `git status` brings up to date. */
export function indexMeaning(index: Buffer): string | undefined {
	const hasher = new Bun.CryptoHasher("sha256");
	const entries = readGitIndex(index);
	for (let next = entries.next(); ; next = entries.next()) {
		if (next.done) return next.value ? hasher.digest("hex") : undefined;
		const { mode, object, stage, path } = next.value;
		hasher.update(`${mode} ${object} ${stage} ${path}\0`);
	}
}

/** It ends with its checksum, or zeros if git was told to do without. */
function isWhole(index: Buffer): boolean {
	const end = index.length - objectBytes;
	const checksum = index.toString("hex", end);
	return (
		/^0+$/.test(checksum) || checksum === new Bun.CryptoHasher("sha1").update(index.subarray(0, end)).digest("hex")
	);
}

function readVarint(index: Buffer, start: number): [value: number, next: number] {
	let at = start;
	let byte = index[at++] ?? 0;
	let value = byte & 127;
	while (byte & 128) {
		byte = index[at++] ?? 0;
		value = ((value + 1) << 7) | (byte & 127);
	}
	return [value, at];
}

/** Names of extensions that may be ignored begin with a capital. */
function areExtensionsOptional(index: Buffer, start: number, end: number): boolean {
	for (let at = start; at + 8 <= end; ) {
		const first = index[at] ?? 0;
		if (first < 0x41 || first > 0x5a) return false;
		at += 8 + index.readUInt32BE(at + 4);
	}
	return true;
}
