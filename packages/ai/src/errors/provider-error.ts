export type ProviderErrorKind =
	| "missing-key"
	| "auth"
	| "rate-limit"
	| "usage-limit"
	| "concurrency"
	| "overloaded"
	| "transient"
	/** The host could not be reached, or the connection broke. */
	| "network"
	| "context-overflow"
	| "unknown-model"
	| "invalid-request"
	| "strict-schema"
	| "stale-replay"
	| "refusal"
	| "thinking-loop"
	/** The reply was larger or longer than any honest one. */
	| "limit"
	/** The user's own spending cap. */
	| "budget"
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
/** The bits of the stored error id, which readers use to tell failures apart. */
export const errorBits = {
	marker,
	transient: 0x20000,
	overflow: 0x800000,
	auth: 0x1000000,
	usageLimit: 0x2000000,
	refusal: 0x4000000,
	network: 0x8000000,
	unknownModel: 0x10000000,
	budget: 0x20000000,
} as const;

const bits: Partial<Record<ProviderErrorKind, number>> = {
	"rate-limit": errorBits.transient,
	concurrency: errorBits.transient,
	overloaded: errorBits.transient,
	transient: errorBits.transient,
	network: errorBits.transient | errorBits.network,
	"thinking-loop": errorBits.transient,
	"context-overflow": errorBits.overflow,
	auth: errorBits.auth,
	"missing-key": errorBits.auth,
	"usage-limit": errorBits.usageLimit,
	refusal: errorBits.refusal,
	"unknown-model": errorBits.unknownModel,
	budget: errorBits.budget,
};

/** The number stored in a session: a bit for a classified error, otherwise the HTTP status. */
export function encodeErrorId(error: ProviderError): number | undefined {
	const bit = bits[error.kind];
	return bit === undefined ? error.status : marker | bit;
}
