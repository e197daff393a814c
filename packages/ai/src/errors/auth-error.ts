export type AuthErrorKind =
	/** No client id is configured for this provider. */
	| "no-client"
	/** Denied by the user or the provider. */
	| "denied"
	| "expired"
	| "cancelled"
	/** The response does not belong to this login. */
	| "mismatch"
	/** The grant is no longer valid; a new login is needed. */
	| "invalid-grant"
	| "invalid-key"
	/** The server is unreachable or failing; retrying may help. */
	| "unreachable"
	| "server";

/** Why a login or refresh failed. The message is for users and contains no secrets. */
export class AuthError extends Error {
	override readonly name = "AuthError";
	readonly kind: AuthErrorKind;

	constructor(kind: AuthErrorKind, message: string, options: { cause?: unknown } = {}) {
		super(message, options);
		this.kind = kind;
	}
}
