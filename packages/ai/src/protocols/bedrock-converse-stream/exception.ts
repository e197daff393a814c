import { classifyFailure } from "../../errors/classify.ts";
import { messageIn } from "../../errors/http-failure.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import type { WireFrame } from "../../protocol.ts";

/** The HTTP status that each exception has when it comes before the stream. */
const statuses: Readonly<Record<string, number>> = {
	validationException: 400,
	accessDeniedException: 403,
	resourceNotFoundException: 404,
	modelTimeoutException: 408,
	modelStreamErrorException: 424,
	throttlingException: 429,
	internalServerException: 500,
	serviceUnavailableException: 503,
};

/** An error reported inside the stream. */
export function exceptionIn(frame: WireFrame): ProviderError {
	const name = frame.event ?? "unknown";
	const status = statuses[name];
	const message = `Bedrock stream error (${name}): ${messageIn(frame.data) || "no message"}`;
	// The model broke off, which it need not do the next time.
	const kind = name === "modelStreamErrorException" ? "transient" : classifyFailure(status, message);
	return new ProviderError(kind, message, { status });
}
