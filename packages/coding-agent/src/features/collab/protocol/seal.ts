import { ivBytes, peerBytes, tagBytes } from "./limits.data.ts";

/** Seals and opens frames with AES-256-GCM, here and in browsers. */
export class FrameSeal {
	readonly #key: CryptoKey;

	private constructor(key: CryptoKey) {
		this.#key = key;
	}

	static async from(key: Uint8Array<ArrayBuffer>): Promise<FrameSeal> {
		return new FrameSeal(await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]));
	}

	/** `[peer][IV ‖ ciphertext ‖ tag]` */
	async sealText(peer: number, text: string): Promise<Uint8Array<ArrayBuffer>> {
		const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
		const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, this.#key, new TextEncoder().encode(text));
		const envelope = new Uint8Array(peerBytes + ivBytes + sealed.byteLength);
		new DataView(envelope.buffer).setUint32(0, peer);
		envelope.set(iv, peerBytes);
		envelope.set(new Uint8Array(sealed), peerBytes + ivBytes);
		return envelope;
	}

	/** `undefined` for what was sealed with another key, changed on the way, or is no JSON. */
	async open(envelope: Uint8Array<ArrayBuffer>): Promise<unknown> {
		if (envelope.length < minEnvelopeBytes) return undefined;
		const iv = envelope.subarray(peerBytes, peerBytes + ivBytes);
		try {
			const opened = await crypto.subtle.decrypt(
				{ name: "AES-GCM", iv },
				this.#key,
				envelope.subarray(peerBytes + ivBytes),
			);
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
