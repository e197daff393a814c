const algorithm = "AES-GCM";
export const ivBytes = 12;
export const tagBytes = 16;

/** A key of AES-256-GCM from its 32 bytes. */
export function importSealKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
	return crypto.subtle.importKey("raw", bytes, algorithm, false, ["encrypt", "decrypt"]);
}

/** `IV ‖ ciphertext ‖ tag`, behind `room` bytes for a header. Here and in browsers. */
export async function sealBytes(
	key: CryptoKey,
	bytes: Uint8Array<ArrayBuffer>,
	room = 0,
): Promise<Uint8Array<ArrayBuffer>> {
	const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
	const sealed = await crypto.subtle.encrypt({ name: algorithm, iv }, key, bytes);
	const whole = new Uint8Array(room + ivBytes + sealed.byteLength);
	whole.set(iv, room);
	whole.set(new Uint8Array(sealed), room + ivBytes);
	return whole;
}

/** Reverses `sealBytes`; rejects for another key, and for bytes that were changed. */
export async function openBytes(
	key: CryptoKey,
	sealed: Uint8Array<ArrayBuffer>,
	room = 0,
): Promise<Uint8Array<ArrayBuffer>> {
	const iv = sealed.subarray(room, room + ivBytes);
	return new Uint8Array(await crypto.subtle.decrypt({ name: algorithm, iv }, key, sealed.subarray(room + ivBytes)));
}
