import type { ContentRef } from "../contract/node-state.ts";

export function storeRef(content: Uint8Array): ContentRef {
	return `s:${new Bun.CryptoHasher("sha256").update(content).digest("hex")}`;
}

/** The id that git gives a file of this content. */
export function gitRef(content: Uint8Array): ContentRef {
	return `g:${new Bun.CryptoHasher("sha1").update(`blob ${content.length}\0`).update(content).digest("hex")}`;
}

/** Whether a content is the one meant, however it is kept. */
export function isContentOf(ref: ContentRef, content: Uint8Array): boolean {
	return ref === (ref.startsWith("g:") ? gitRef(content) : storeRef(content));
}
