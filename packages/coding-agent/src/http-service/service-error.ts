export type ServiceErrorKind = "invalid-address" | "token-required" | "port-in-use" | "cannot-listen";

/** Why a service cannot start. */
export class ServiceError extends Error {
	readonly kind: ServiceErrorKind;

	constructor(kind: ServiceErrorKind, message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "ServiceError";
		this.kind = kind;
	}
}
