import { importSealKey, ivBytes, openBytes, sealBytes, tagBytes } from "@oh-my-pi/pi-utils/bytes/seal-bytes";
import { peerBytes } from "./limits.data.ts";

/** Seals and opens frames, here and in browsers. */
export class FrameSeal {
	readonly #key: CryptoKey;

	private constructor(key: CryptoKey) {
		this.#key = key;
	}

	static async from(key: Uint8Array<ArrayBuffer>): Promise<FrameSeal> {
		return new FrameSeal(await importSealKey(key));
	}

	/** `[peer][IV ‖ ciphertext ‖ tag]` */
	async sealText(peer: number, text: string): Promise<Uint8Array<ArrayBuffer>> {
		const envelope = await sealBytes(this.#key, new TextEncoder().encode(text), peerBytes);
		new DataView(envelope.buffer).setUint32(0, peer);
		return envelope;
	}

	/** `undefined` for what was sealed with another key, changed on the way, or is no JSON. */
	async open(envelope: Uint8Array<ArrayBuffer>): Promise<unknown> {
		if (envelope.length < minEnvelopeBytes) return undefined;
		try {
			const opened = await openBytes(this.#key, envelope, peerBytes);
			return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(opened));
		} catch {
			// Not from somebody who has the link.
			return undefined;
		}
	}
}

export const minEnvelopeBytes = peerBytes + ivBytes + tagBytes;

export function peerOf(envelope: Uint8Array): number {
	return new DataView(envelope.buffer, envelope.byteOffset, envelope.byteLength).getUint32(0);
}

/** What was used to seal it; never the same twice, unless somebody sends it once more. */
export function ivOf(envelope: Uint8Array): string {
	return String.fromCharCode(...envelope.subarray(peerBytes, peerBytes + ivBytes));
}
