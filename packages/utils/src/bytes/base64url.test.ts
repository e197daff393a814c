import { expect, test } from "bun:test";
import { fromBase64Url, toBase64Url } from "./base64url.ts";

test("base64url: any number of bytes comes back, in the alphabet of links", () => {
	for (let length = 0; length < 70; length++) {
		const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
		const text = toBase64Url(bytes);
		expect(text).toBe(Buffer.from(bytes).toString("base64url"));
		expect(fromBase64Url(text)).toEqual(bytes);
	}
	expect(toBase64Url(Uint8Array.of(251, 255))).toBe("-_8");
});

test("base64url: what is none gives no bytes", () => {
	for (const text of ["a", "é", "a b!"]) expect(fromBase64Url(text)).toBeUndefined();
});
