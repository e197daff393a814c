/** Sharing did not work, in words for the user; the session itself is fine. */
export class ShareError extends Error {
	readonly kind: "no-server" | "unreachable" | "refused";

	constructor(kind: ShareError["kind"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "ShareError";
		this.kind = kind;
	}
}
