import { classifyFailure } from "@oh-my-pi/pi-ai/errors/classify";
import { errorBits } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Failure } from "./format.ts";

/** What a client is told of an answer that failed. */
export function describeFailure(reply: AssistantMessage): Failure {
	const text = reply.errorMessage ?? "The model failed without a message";
	const message = cleanMessage(text);
	if (hasBit(reply, errorBits.budget)) return { status: 402, kind: "billing_error", message };
	const asked = / retry-after-ms=(\d+)/.exec(text)?.[1];
	const retryAfterMs = asked === undefined ? undefined : Number(asked);
	switch (classifyFailure(reply.errorStatus, text)) {
		case "rate-limit":
		case "usage-limit":
		case "concurrency":
			return { status: 429, kind: "rate_limit_error", message, retryAfterMs };
		case "overloaded":
			return { status: 503, kind: "overloaded_error", message, retryAfterMs };
		case "context-overflow":
		case "invalid-request":
		case "strict-schema":
			return { status: 400, kind: "invalid_request_error", message };
		default:
			// A key that the provider refuses is ours, not the client's: no 401.
			return { status: 502, kind: "upstream_error", message };
	}
}

function hasBit({ errorId = 0 }: AssistantMessage, bit: number): boolean {
	return (errorId & errorBits.marker) !== 0 && (errorId & bit) !== 0;
}

/** Without what is for our own retries. */
function cleanMessage(text: string): string {
	return withoutOrigin(text)
		.replace(/ retry-after-ms=\d+/, "")
		.trim();
}

/** Without what is about the gateway's machine: whose key it was, and where a request was saved. */
export function withoutOrigin(errorMessage: string): string {
	return errorMessage
		.split("\n")
		.filter((line) => !/^(The key came from|raw-http-request=)/.test(line))
		.join("\n");
}
