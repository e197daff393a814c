import type { TrustKind } from "./kinds.ts";

/** Something of a project that takes effect only if the user trusts exactly this content. */
export interface Claim {
	readonly kind: TrustKind;
	/** The heading of its kind, where a feature brings the kind. */
	readonly title?: string;
	/** Absolute. */
	readonly path: string;
	/** Exactly what would be used. */
	readonly content: string;
	/** The content for people, without secrets: shown, and kept to show what changed. */
	readonly shown: string;
	/** What it would do, one sentence each. */
	readonly effects: readonly string[];
}

/** Kind and path are part of it: the same text elsewhere is another claim. */
export function hashClaim(claim: Pick<Claim, "kind" | "content">, name: string): string {
	const hasher = new Bun.CryptoHasher("sha256");
	for (const part of [claim.kind, name, claim.content]) hasher.update(`${part.length}:${part}`);
	return hasher.digest("hex");
}
