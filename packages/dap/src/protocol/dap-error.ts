export type DapErrorKind =
	/** The adapter could not be started. */
	| "start"
	/** The adapter, or the connection to it, has ended. */
	| "ended"
	| "timeout"
	/** The adapter answered with an error. */
	| "refused"
	/** The adapter cannot do this. */
	| "unsupported"
	/** There is no session, thread or frame for it. */
	| "state";

/** A debug adapter failed, or refused a request. The message is for people and models. */
export class DapError extends Error {
	override readonly name = "DapError";
	readonly kind: DapErrorKind;

	constructor(kind: DapErrorKind, message: string, options: { readonly cause?: unknown } = {}) {
		super(message, options);
		this.kind = kind;
	}
}
