import type { AuthChallenge } from "./server-config.ts";

export type ServerErrorKind =
	/** The connection ended, or was never made. */
	| "closed"
	| "timeout"
	| "http"
	/** The server answered with a JSON-RPC error. */
	| "answer"
	/** The server did something the protocol does not allow. */
	| "protocol";

export class ServerError extends Error {
	override readonly name = "ServerError";
	readonly kind: ServerErrorKind;
	/** HTTP status or JSON-RPC code. */
	readonly code: number | undefined;
	/** What a JSON-RPC error carries besides its text. */
	readonly data: unknown;
	/** What a 401 or 403 asks for. */
	readonly challenge: AuthChallenge | undefined;

	constructor(
		kind: ServerErrorKind,
		message: string,
		options: {
			readonly code?: number;
			readonly data?: unknown;
			readonly challenge?: AuthChallenge | undefined;
			readonly cause?: unknown;
		} = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.kind = kind;
		this.code = options.code;
		this.data = options.data;
		this.challenge = options.challenge;
	}
}

/** The request for authentication that a server refused to work without. */
export function challengeIn(error: unknown): AuthChallenge | undefined {
	return error instanceof ServerError ? error.challenge : undefined;
}

/** Whether a new connection may help: this one is gone, or the server does not know its session any more. */
export function isConnectionLoss(error: unknown): boolean {
	if (error instanceof ServerError) return error.kind === "closed" || (error.kind === "http" && error.code === 404);
	return error instanceof Error && isNetworkFailure(error);
}

export function isNetworkFailure(error: Error): boolean {
	const code = "code" in error ? String(error.code) : "";
	return (
		/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ConnectionRefused|ConnectionClosed|FailedToOpenSocket)$/.test(code) ||
		/unable to connect|socket (?:connection was )?closed|network error/i.test(error.message)
	);
}
