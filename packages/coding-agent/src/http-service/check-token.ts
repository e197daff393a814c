import { createHash, timingSafeEqual } from "node:crypto";

/** A secret that opens the service, and whose it is. */
export interface ServiceToken {
	/** For the access log and for limits per client. */
	readonly client: string;
	readonly token: string;
}

/** Where a client may put its token. */
export type TokenHeader = "authorization" | "x-api-key";

/**
 * Whose token a request carries; `undefined` when it is nobody's. Takes the same time for every wrong token, and looks at
 * all tokens even after one matches.
 */
export function findClient(
	headers: Headers,
	tokens: readonly ServiceToken[],
	tokenHeaders: readonly TokenHeader[],
): string | undefined {
	let client: string | undefined;
	for (const presented of tokenHeaders.map((name) => readToken(headers, name))) {
		if (presented === undefined) continue;
		const hash = hashToken(presented);
		for (const known of tokens) {
			const isEqual = timingSafeEqual(hash, hashToken(known.token));
			// An empty token would let everyone in.
			if (isEqual && known.token !== "") client ??= known.client;
		}
	}
	return client;
}

function readToken(headers: Headers, name: TokenHeader): string | undefined {
	const value = headers.get(name);
	if (value === null) return undefined;
	return name === "authorization" ? /^Bearer +(\S+)\s*$/i.exec(value)?.[1] : value.trim();
}

/** Of equal length, whatever was presented. */
function hashToken(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}
