export type ServerErrorKind = "start" | "response" | "timeout" | "closed" | "protocol";

/** A language server failed, or refused a request. The message is for people and models. */
export class ServerError extends Error {
	override readonly name = "ServerError";
	readonly kind: ServerErrorKind;
	/** Of JSON-RPC, where the server answered with one. */
	readonly code: number | undefined;
	/** What the server added to its error. */
	readonly data: unknown;

	constructor(
		kind: ServerErrorKind,
		message: string,
		options: { readonly code?: number | undefined; readonly data?: unknown; readonly cause?: unknown } = {},
	) {
		super(message, { cause: options.cause });
		this.kind = kind;
		this.code = options.code;
		this.data = options.data;
	}
}
