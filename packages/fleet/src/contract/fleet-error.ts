export type FleetErrorKind =
	| "unreachable" // engine or store does not answer; trying again may help
	| "full" // no space, or read-only
	| "schema" // the database is of a newer omp, or the tasks are of another store
	| "store-damaged" // an object is not what was stored
	| "too-large"
	| "invalid";

/** Something that queue or store could not do. The message says where and what to do, and has no password in it. */
export class FleetError extends Error {
	readonly kind: FleetErrorKind;

	constructor(kind: FleetErrorKind, message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "FleetError";
		this.kind = kind;
	}
}
