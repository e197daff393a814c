import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

const ivBytes = 12;
const tagBytes = 16;

/** Compresses and encrypts with a new random key; the output is IV, ciphertext, tag. */
export function seal(text: string): { bytes: Uint8Array; key: Uint8Array } {
	const key = randomBytes(32);
	const iv = randomBytes(ivBytes);
	const cipher = createCipheriv("aes-256-gcm", key, iv);
	const sealed = Buffer.concat([cipher.update(gzipSync(text)), cipher.final()]);
	return { bytes: Buffer.concat([iv, sealed, cipher.getAuthTag()]), key };
}

/** Reverses `seal`; throws for a wrong key or modified data. */
export function unseal(bytes: Uint8Array, key: Uint8Array): string {
	const data = Buffer.from(bytes);
	const decipher = createDecipheriv("aes-256-gcm", key, data.subarray(0, ivBytes));
	decipher.setAuthTag(data.subarray(-tagBytes));
	const opened = Buffer.concat([decipher.update(data.subarray(ivBytes, -tagBytes)), decipher.final()]);
	return gunzipSync(opened).toString("utf8");
}
