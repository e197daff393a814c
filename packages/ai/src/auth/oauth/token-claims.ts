/**
 * The claims of a JWT. They come over TLS from the server that made the token and only tell whose account it is, so the
 * signature is not looked at.
 */
export function claimsOf(token: unknown): Readonly<Record<string, unknown>> {
	if (typeof token !== "string") return {};
	const [, payload] = token.split(".");
	if (!payload) return {};
	try {
		const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
		return typeof claims === "object" && claims !== null ? (claims as Record<string, unknown>) : {};
	} catch {
		// An opaque token simply has no claims.
		return {};
	}
}

export function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
		value,
	);
}
