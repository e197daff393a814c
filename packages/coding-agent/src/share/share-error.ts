/** Sharing failed; the message is for the user. */
export class ShareError extends Error {
	readonly kind: "no-server" | "unreachable" | "refused" | "no-gist";

	constructor(kind: ShareError["kind"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "ShareError";
		this.kind = kind;
	}
}
