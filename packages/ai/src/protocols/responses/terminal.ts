import { classifyFailure } from "../../errors/classify.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { retryAfterMs } from "../../errors/retry-after.ts";
import type { Reply } from "../../reply.ts";
import type { WireError, WireResponse } from "./wire.ts";

/** An answer that the provider itself calls incomplete. */
export function takeIncomplete(reply: Reply, response: WireResponse): void {
	const reason = response.incomplete_details?.reason ?? "unknown";
	if (reason === "content_filter") {
		reply.setStop("error", { type: reason, message: "The provider withheld the answer (content filter)" });
	} else reply.setStop("length");
}

/** An error that came inside the stream, in the provider's words. */
export function failureOf(error: WireError, now: number): ProviderError {
	const message = error.message || "The provider reported a failure without a message";
	const words = `${error.code ?? ""} ${error.type ?? ""} ${message}`;
	return new ProviderError(classifyFailure(undefined, words), error.code ? `${error.code}: ${message}` : message, {
		retryAfterMs: retryAfterMs(new Headers(), message, now),
	});
}
