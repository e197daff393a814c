/**
 * The claims of a JWT. It comes over TLS from the server that issued it and only identifies the account, so the
 * signature is not verified.
 */
export function decodeClaims(token: unknown): Readonly<Record<string, unknown>> {
	if (typeof token !== "string") return {};
	const [, payload] = token.split(".");
	if (!payload) return {};
	try {
		const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
		return typeof claims === "object" && claims !== null ? (claims as Record<string, unknown>) : {};
	} catch {
		// An opaque token has no claims.
		return {};
	}
}

export function readField(value: unknown, ...path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
		value,
	);
}
