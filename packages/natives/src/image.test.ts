import { expect, test } from "bun:test";
import { fitImage, imageFacts, imageTypeOf } from "./image.ts";
import { noisePng, solidPng } from "./testing/png.ts";

test.each([
	["image/png", () => solidPng(30, 20)],
	["image/jpeg", () => new Bun.Image(solidPng(30, 20)).jpeg().bytes()],
	["image/webp", () => new Bun.Image(solidPng(30, 20)).webp().bytes()],
])("%s is known by its content", async (mimeType, make) => {
	const bytes = await make();
	expect(await imageFacts(bytes)).toEqual({ mimeType, width: 30, height: 20, channels: 3, hasAlpha: false } as never);
});

test("alpha is seen", async () => {
	expect(await imageFacts(solidPng(3, 2, { alpha: true }))).toMatchObject({ channels: 4, hasAlpha: true });
});

test("what is no image is none", async () => {
	expect(imageTypeOf(Buffer.from("hello"))).toBeUndefined();
	await expect(imageFacts(Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1"))).rejects.toThrow();
});

test("an image that fits stays as it is", async () => {
	const bytes = solidPng(30, 20);
	const fitted = await fitImage(bytes, { maxSide: 2000 });
	expect([fitted.bytes === bytes, fitted.width, fitted.height]).toEqual([true, 30, 20]);
});

test("a large one is scaled and keeps its shape", async () => {
	const fitted = await fitImage(solidPng(400, 100), { maxSide: 200 });
	expect([fitted.mimeType, fitted.width, fitted.height, fitted.original.width]).toEqual(["image/png", 200, 50, 400]);
	expect(await imageFacts(fitted.bytes)).toMatchObject({ width: 200, height: 50 });
});

test("one with too many bytes is packed harder", async () => {
	const fitted = await fitImage(noisePng(1500, 1500), { maxSide: 2000 });
	expect([fitted.mimeType, fitted.bytes.length < 3_700_000]).toEqual(["image/jpeg", true]);
});

test("a tiny one is scaled up, and WebP comes out or in only where it may", async () => {
	const tiny = await fitImage(solidPng(50, 20), { maxSide: 2000, minSide: 200, webp: true });
	expect([tiny.mimeType, tiny.width, tiny.height]).toEqual(["image/webp", 200, 80]);
	expect(await imageFacts(tiny.bytes)).toMatchObject({ mimeType: "image/webp", width: 200, height: 80 });
	expect(await fitImage(tiny.bytes, { maxSide: 2000, webp: false })).toMatchObject({
		mimeType: "image/png",
		width: 200,
	});
	expect(await fitImage(tiny.bytes, { maxSide: 2000 })).toMatchObject({ mimeType: "image/webp" });
});
