export type AuthErrorKind =
	/** No client id is configured for this provider. */
	| "no-client"
	/** The user or the provider said no. */
	| "denied"
	| "expired"
	| "cancelled"
	/** Something came back that this login did not ask for. */
	| "mismatch"
	/** The grant is gone for good; only a new login helps. */
	| "invalid-grant"
	| "invalid-key"
	/** The server could not be reached or was not itself; a later try may succeed. */
	| "unreachable"
	| "server";

/** Why a login or a refresh failed. The message is for people and carries no key, code or token. */
export class AuthError extends Error {
	override readonly name = "AuthError";
	readonly kind: AuthErrorKind;

	constructor(kind: AuthErrorKind, message: string, options: { cause?: unknown } = {}) {
		super(message, options);
		this.kind = kind;
	}
}
