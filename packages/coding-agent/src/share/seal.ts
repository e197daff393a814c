import { gunzipSync, gzipSync } from "node:zlib";
import { importSealKey, openBytes, sealBytes } from "@oh-my-pi/pi-utils/bytes/seal-bytes";

export interface SealedSession {
	/** IV, ciphertext, tag. */
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly key: Uint8Array<ArrayBuffer>;
}

/** Compresses and encrypts with a new random key. */
export async function seal(text: string): Promise<SealedSession> {
	const key = crypto.getRandomValues(new Uint8Array(32));
	return { bytes: await sealBytes(await importSealKey(key), Uint8Array.from(gzipSync(text))), key };
}

/** Reverses `seal`; rejects for a wrong key or modified data. */
export async function unseal(bytes: Uint8Array, key: Uint8Array): Promise<string> {
	const opened = await openBytes(await importSealKey(Uint8Array.from(key)), Uint8Array.from(bytes));
	return gunzipSync(opened).toString("utf8");
}
