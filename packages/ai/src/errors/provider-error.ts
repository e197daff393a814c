export type ProviderErrorKind =
	| "missing-key"
	| "auth"
	| "rate-limit"
	| "usage-limit"
	| "concurrency"
	| "overloaded"
	| "transient"
	| "context-overflow"
	| "invalid-request"
	| "strict-schema"
	| "stale-replay"
	| "refusal"
	| "thinking-loop"
	| "config";

export interface ProviderErrorDetails {
	status?: number | undefined;
	retryAfterMs?: number | undefined;
	cause?: unknown;
}

/**
 * A failure of a provider or of the connection to it. It never leaves a stream as an exception: it becomes the final
 * event.
 */
export class ProviderError extends Error {
	override readonly name = "ProviderError";
	readonly kind: ProviderErrorKind;
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;

	constructor(kind: ProviderErrorKind, message: string, details: ProviderErrorDetails = {}) {
		super(message, { cause: details.cause });
		this.kind = kind;
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
	}
}

const marker = 0x1000;
const bits: Partial<Record<ProviderErrorKind, number>> = {
	"rate-limit": 0x20000,
	concurrency: 0x20000,
	overloaded: 0x20000,
	transient: 0x20000,
	"thinking-loop": 0x20000,
	"context-overflow": 0x800000,
	auth: 0x1000000,
	"missing-key": 0x1000000,
	"usage-limit": 0x2000000,
	refusal: 0x4000000,
};

/** The number stored in a session: a bit for a classified error, otherwise the HTTP status. */
export function errorIdOf(error: ProviderError): number | undefined {
	const bit = bits[error.kind];
	return bit === undefined ? error.status : marker | bit;
}
