export type OAuthErrorKind =
	/** The server does not say where to log in. */
	| "undiscovered"
	/** An address that must not be asked, or parts that do not belong together. */
	| "unsafe"
	/** The grant or the registration is not valid any more; only a new login helps. */
	| "ended"
	| "refused"
	| "unreachable";

/** Why an authorization failed. The message has no secrets and no control characters. */
export class OAuthError extends Error {
	override readonly name = "OAuthError";
	readonly kind: OAuthErrorKind;

	constructor(kind: OAuthErrorKind, message: string, options: { readonly cause?: unknown } = {}) {
		super(message, options);
		this.kind = kind;
	}
}

const maxWords = 300;

/** What a server says, fit for a terminal. */
export function cleanWords(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Cf}]+/gu, " ")
		.trim()
		.slice(0, maxWords);
}
