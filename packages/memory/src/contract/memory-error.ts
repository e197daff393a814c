/** A memory cannot be opened or used; the message says what is wrong, where, and what to do. Nothing was changed. */
export class MemoryError extends Error {
	override readonly name = "MemoryError";
	readonly kind: "locked" | "corrupt" | "newer" | "unreachable" | "refused" | "invalid";
	constructor(kind: MemoryError["kind"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}
