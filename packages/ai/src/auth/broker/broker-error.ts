export type BrokerErrorKind =
	/** The token is wrong: 401 or 403. */
	| "refused"
	/** No connection, or no answer in time. */
	| "unreachable"
	/** An answer that is no broker's, or a failure of it. */
	| "server"
	/** There is no such credential. */
	| "missing"
	/** The login is no longer valid; somebody has to log in again. */
	| "ended";

/** Why a broker did not do what it was asked. The message has no secrets. */
export class BrokerError extends Error {
	override readonly name = "BrokerError";
	readonly kind: BrokerErrorKind;

	constructor(kind: BrokerErrorKind, message: string, options: { cause?: unknown } = {}) {
		super(message, options);
		this.kind = kind;
	}
}
