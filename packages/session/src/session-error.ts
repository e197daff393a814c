export type SessionErrorKind =
	| "disk-full"
	| "empty-name"
	| "entry-not-found"
	| "in-use"
	| "invalid-branch-point"
	| "read-only"
	| "unreadable"
	| "write-failed";

export class SessionError extends Error {
	override readonly name = "SessionError";

	constructor(
		readonly kind: SessionErrorKind,
		message: string,
		options: ErrorOptions = {},
	) {
		super(message, options);
	}
}
