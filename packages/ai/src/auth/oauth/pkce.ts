export interface Pkce {
	readonly verifier: string;
	readonly challenge: string;
}

export function createPkce(): Pkce {
	const verifier = randomToken(48);
	const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
	return { verifier, challenge };
}

/** Unguessable and URL-safe. */
export function randomToken(bytes = 32): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
}
