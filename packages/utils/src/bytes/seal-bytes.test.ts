import { expect, test } from "bun:test";
import { importSealKey, ivBytes, openBytes, sealBytes, tagBytes } from "./seal-bytes.ts";

const key = (fill: number) => importSealKey(new Uint8Array(32).fill(fill));
const text = new TextEncoder().encode("meet me at nine");

test("sealed bytes open with their key, and each seal is another one", async () => {
	const one = await sealBytes(await key(1), text);
	const other = await sealBytes(await key(1), text);
	expect(one.length).toBe(ivBytes + text.length + tagBytes);
	expect(one).not.toEqual(other);
	expect(await openBytes(await key(1), one)).toEqual(text);
});

test("sealed bytes leave room for a header", async () => {
	const sealed = await sealBytes(await key(1), text, 4);
	expect(sealed.subarray(0, 4)).toEqual(new Uint8Array(4));
	expect(await openBytes(await key(1), sealed, 4)).toEqual(text);
});

test("another key, a changed byte and a cut end open nothing", async () => {
	const sealed = await sealBytes(await key(1), text);
	const changed = Uint8Array.from(sealed);
	changed[ivBytes] = (changed[ivBytes] ?? 0) ^ 1;
	for (const [own, bytes] of [
		[2, sealed],
		[1, changed],
		[1, sealed.subarray(0, 20)],
	] as const)
		expect(openBytes(await key(own), Uint8Array.from(bytes))).rejects.toThrow();
});
