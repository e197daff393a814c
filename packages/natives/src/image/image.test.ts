import { expect, test } from "bun:test";
import { noisePng, solidPng } from "../testing/png.ts";
import { detectImageType, fitImage, imageFacts } from "./image.ts";

test.each([
	["image/png", () => solidPng(30, 20)],
	["image/jpeg", () => new Bun.Image(solidPng(30, 20)).jpeg().bytes()],
	["image/webp", () => new Bun.Image(solidPng(30, 20)).webp().bytes()],
])("%s is recognized by its content", async (mimeType, make) => {
	const bytes = await make();
	expect(await imageFacts(bytes)).toEqual({ mimeType, width: 30, height: 20, channels: 3, hasAlpha: false } as never);
});

test("transparency is detected", async () => {
	expect(await imageFacts(solidPng(3, 2, { alpha: true }))).toMatchObject({ channels: 4, hasAlpha: true });
});

test("bytes that are no image are rejected", async () => {
	expect(detectImageType(Buffer.from("hello"))).toBeUndefined();
	await expect(imageFacts(Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1"))).rejects.toThrow();
});

test("an image within the limits is unchanged", async () => {
	const bytes = solidPng(30, 20);
	const fitted = await fitImage(bytes, { maxSide: 2000 });
	expect([fitted.bytes === bytes, fitted.width, fitted.height]).toEqual([true, 30, 20]);
});

test("a large image is scaled and keeps its aspect ratio", async () => {
	const fitted = await fitImage(solidPng(400, 100), { maxSide: 200 });
	expect([fitted.mimeType, fitted.width, fitted.height, fitted.original.width]).toEqual(["image/png", 200, 50, 400]);
	expect(await imageFacts(fitted.bytes)).toMatchObject({ width: 200, height: 50 });
});

test("an image with too many bytes is compressed more", async () => {
	const fitted = await fitImage(noisePng(1500, 1500), { maxSide: 2000 });
	expect([fitted.mimeType, fitted.bytes.length < 3_700_000]).toEqual(["image/jpeg", true]);
});

test("a tiny image is scaled up; WebP is accepted and produced only if allowed", async () => {
	const tiny = await fitImage(solidPng(50, 20), { maxSide: 2000, minSide: 200, webp: true });
	expect([tiny.mimeType, tiny.width, tiny.height]).toEqual(["image/webp", 200, 80]);
	expect(await imageFacts(tiny.bytes)).toMatchObject({ mimeType: "image/webp", width: 200, height: 80 });
	expect(await fitImage(tiny.bytes, { maxSide: 2000, webp: false })).toMatchObject({
		mimeType: "image/png",
		width: 200,
	});
	expect(await fitImage(tiny.bytes, { maxSide: 2000 })).toMatchObject({ mimeType: "image/webp" });
});
