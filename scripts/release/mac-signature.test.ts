import { expect, test } from "bun:test";
import { executableFormat } from "./executable-format.ts";
import { isMachOSigned, signMachO } from "./mac-signature.ts";

/** Two pages of code and the signature of another file, for Intel. */
function madeUp(): Uint8Array {
	const file = new Uint8Array(8192 + 64).fill(7, 4096, 8192);
	const view = new DataView(file.buffer);
	[0xfeedfacf, 0x01000007, 3, 2, 3, 72 + 72 + 16, 0, 0].forEach((word, index) => {
		view.setUint32(index * 4, word, true);
	});
	const segment = (offset: number, name: string, start: number, bytes: number) => {
		view.setUint32(offset, 0x19, true);
		view.setUint32(offset + 4, 72, true);
		file.set(Buffer.from(name), offset + 8);
		view.setBigUint64(offset + 40, BigInt(start), true);
		view.setBigUint64(offset + 48, BigInt(bytes), true);
	};
	segment(32, "__TEXT", 0, 4096);
	segment(104, "__LINKEDIT", 4096, 4096 + 64);
	[0x1d, 16, 8192, 64].forEach((word, index) => {
		view.setUint32(176 + index * 4, word, true);
	});
	return file;
}

test("sign: a macOS executable with a signature that does not match gets one that does", () => {
	const file = madeUp();
	expect(executableFormat(file)).toBe("mach-o x64");
	expect(isMachOSigned(file)).toBe(false);
	const signed = signMachO(file);
	expect(isMachOSigned(signed)).toBe(true);
	const view = new DataView(signed.buffer);
	// The signature ends the file and the last segment.
	expect(view.getUint32(184, true) + view.getUint32(188, true)).toBe(signed.length);
	expect(view.getBigUint64(104 + 40, true) + view.getBigUint64(104 + 48, true)).toBe(BigInt(signed.length));
	expect(signed.subarray(4096, 8192)).toEqual(file.subarray(4096, 8192));
});

test("sign: a byte that changes afterwards is noticed, in the code and in the header", () => {
	for (const offset of [5000, 28]) {
		const signed = signMachO(madeUp());
		signed[offset] = 1;
		expect(isMachOSigned(signed)).toBe(false);
	}
});
