import type { ErrorBody } from "../../../http-service/route.ts";
import { anthropicError } from "../formats/anthropic/encode.ts";
import { chatError } from "../formats/chat/encode.ts";
import type { Failure, FailureKind, Format } from "../formats/format.ts";

/** Its clients send this with every request. */
export function isAnthropicClient(headers: Headers): boolean {
	return headers.has("anthropic-version");
}

/** Errors of the service itself, such as a wrong token, in the format of the endpoint. */
export function serviceErrorBody(format: Format): ErrorBody {
	return (status, message) => format.errorBody({ status, kind: findKind(status), message });
}

/** Errors where no endpoint has a format, in that of the client. */
export const clientErrorBody: ErrorBody = (status, message, { headers }) =>
	clientError({ status, kind: findKind(status), message }, headers);

export function clientError(failure: Failure, headers: Headers): unknown {
	if (isAnthropicClient(headers)) return anthropicError(failure);
	const isRoute = failure.kind === "not_found_error" && /^No route:/.test(failure.message);
	// Otherwise a client would look for a model.
	return isRoute
		? { error: { message: failure.message, type: "invalid_request_error", param: null, code: "unknown_url" } }
		: chatError(failure);
}

function findKind(status: number): FailureKind {
	switch (status) {
		case 401:
		case 403:
			return "authentication_error";
		case 404:
		case 405:
			return "not_found_error";
		case 413:
			return "request_too_large";
		case 503:
			return "overloaded_error";
		default:
			return status >= 500 ? "api_error" : "invalid_request_error";
	}
}
