import { expect, test } from "bun:test";
import { drawQrCode } from "./draw-qr-code.ts";
import { qrCode } from "./qr-code.ts";

test("QR code: size grows with the text, and a text that is too long has none", () => {
	expect([5, 40, 120, 300].map((length) => qrCode("a".repeat(length))?.length)).toEqual([21, 29, 41, 61]);
	expect(qrCode("a".repeat(2000))).toBeUndefined();
});

test("QR code: a text that a scanner has read looks like this", () => {
	expect(drawQrCode("https://omp.example/#room")).toMatchSnapshot();
});
