import { expect, test } from "bun:test";
import { imageSize } from "./image-size.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex").toString("base64");

test.each([
	["PNG", "89504e47 0d0a1a0a 0000000d 49484452 00000320 00000258", { width: 800, height: 600 }],
	["GIF", "474946383961 2003 5802 00", { width: 800, height: 600 }],
	[
		"WebP, extended",
		"52494646 00000000 57454250 56503858 0a000000 00000000 1f0300 570200",
		{ width: 800, height: 600 },
	],
	["WebP, lossless", "52494646 00000000 57454250 5650384c 00000000 2f 1fc39500", { width: 800, height: 600 }],
	["WebP, lossy", "52494646 00000000 57454250 56503820 00000000 000000 9d012a 2003 5802", { width: 800, height: 600 }],
	["JPEG after another segment", "ffd8 ffe0 0004 0000 ffc0 0011 08 0258 0320 03", { width: 800, height: 600 }],
])("%s: the size is read from the header", (_format, header, size) => {
	expect(imageSize(hex(header))).toEqual(size);
});

test("a truncated header or an unknown format has no size", () => {
	expect(imageSize(hex("89504e47 0d0a1a0a 0000000d"))).toBeUndefined();
	expect(imageSize(hex("ffd8 ffe0 0004"))).toBeUndefined();
	expect(imageSize(Buffer.from("just some words, no image").toString("base64"))).toBeUndefined();
	expect(imageSize("")).toBeUndefined();
});
