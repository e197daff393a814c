/**
 * Signs a macOS executable ad hoc, replacing the signature it has. Bun leaves its own signature in executables for Intel,
 * which no longer matches, and macOS kills a program whose pages do not match their signature.
 */
export function signMachO(file: Uint8Array): Uint8Array {
	const { signature, linkEdit, text } = readCommands(file);
	const codeLimit = view(file).getUint32(signature + 8, true);
	const pages = Math.ceil(codeLimit / pageBytes);
	const size = alignTo(headerBytes + pages * hashBytes, 16);
	const signed = new Uint8Array(codeLimit + size);
	signed.set(file.subarray(0, codeLimit));

	// The hashes include the header, so this comes first.
	const header = view(signed);
	header.setUint32(signature + 12, size, true);
	const linkEditBytes = BigInt(codeLimit + size) - header.getBigUint64(linkEdit + 40, true);
	header.setBigUint64(linkEdit + 48, linkEditBytes, true);
	header.setBigUint64(linkEdit + 32, BigInt(alignTo(Number(linkEditBytes), 0x4000)), true);

	const blob = view(signed.subarray(codeLimit));
	const words = [superBlobMagic, headerBytes + pages * hashBytes, 1, 0, directoryStart];
	words.push(directoryMagic, headerBytes - directoryStart + pages * hashBytes, directoryVersion, adHocFlags);
	words.push(directoryBytes + identifier.length, directoryBytes, 0, pages, codeLimit);
	words.forEach((word, index) => {
		blob.setUint32(index * 4, word);
	});
	const kinds = directoryStart + 36;
	signed.set([hashBytes, sha256Type, 0, Math.log2(pageBytes)], codeLimit + kinds);
	// Where the code is, and that this is a program and no library.
	blob.setBigUint64(directoryStart + 64, header.getBigUint64(text + 40, true));
	blob.setBigUint64(directoryStart + 72, header.getBigUint64(text + 48, true));
	blob.setBigUint64(directoryStart + 80, 1n);
	signed.set(Buffer.from(identifier), codeLimit + directoryStart + directoryBytes);
	signed.set(pageHashes(signed, codeLimit), codeLimit + headerBytes);
	return signed;
}

/** Whether every page of a macOS executable is signed and is what was signed. */
export function isMachOSigned(file: Uint8Array): boolean {
	const { signature } = readCommands(file);
	const start = view(file).getUint32(signature + 8, true);
	const blob = view(file.subarray(start));
	if (blob.getUint32(0) !== superBlobMagic) return false;
	const directory = blob.getUint32(16);
	if (blob.getUint32(directory) !== directoryMagic || blob.getUint32(directory + 32) !== start) return false;
	const hashes = start + directory + blob.getUint32(directory + 16);
	const expected = pageHashes(file, start);
	return Buffer.compare(file.subarray(hashes, hashes + expected.length), expected) === 0;
}

const pageBytes = 4096;
const hashBytes = 32;
const sha256Type = 2;
const superBlobMagic = 0xfade0cc0;
const directoryMagic = 0xfade0c02;
const directoryVersion = 0x20400;
/** Ad hoc, and signed by a linker rather than by `codesign`. */
const adHocFlags = 0x20002;
/** The code directory follows the list of parts, which has one entry. */
const directoryStart = 20;
const directoryBytes = 88;
const identifier = "omp\0";
const headerBytes = directoryStart + directoryBytes + identifier.length;

function pageHashes(file: Uint8Array, codeLimit: number): Uint8Array {
	const hashes = new Uint8Array(Math.ceil(codeLimit / pageBytes) * hashBytes);
	for (let page = 0; page * pageBytes < codeLimit; page++) {
		const content = file.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, codeLimit));
		hashes.set(new Bun.CryptoHasher("sha256").update(content).digest(), page * hashBytes);
	}
	return hashes;
}

/** The offsets of the load commands that a signature concerns. */
function readCommands(file: Uint8Array): { signature: number; linkEdit: number; text: number } {
	const header = view(file);
	const found = { signature: 0, linkEdit: 0, text: 0 };
	let offset = 32;
	for (let left = header.getUint32(16, true); left > 0; left--) {
		const command = header.getUint32(offset, true);
		if (command === 0x1d) found.signature = offset;
		if (command === 0x19) {
			const name = Buffer.from(file.subarray(offset + 8, offset + 24))
				.toString("latin1")
				.replace(/\0.*$/, "");
			if (name === "__LINKEDIT") found.linkEdit = offset;
			if (name === "__TEXT") found.text = offset;
		}
		offset += header.getUint32(offset + 4, true);
	}
	if (!found.signature || !found.linkEdit || !found.text) throw new Error("This is no signed macOS executable");
	return found;
}

function view(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function alignTo(size: number, boundary: number): number {
	return Math.ceil(size / boundary) * boundary;
}
