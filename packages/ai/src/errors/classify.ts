import type { ProviderErrorKind } from "./provider-error.ts";

const overflowTexts = [
	/prompt is too long/i,
	/context_length_exceeded/i,
	/maximum context length/i,
	/exceeds the context window/i,
	/input token count.*exceeds the maximum/i,
	/maximum prompt length is/i,
	/reduce the length of the messages/i,
	/exceeds the available context size/i,
	/greater than the context length/i,
	/too large for model with.*maximum context length/i,
	/input is too long for requested model/i,
	/exceeded model token limit/i,
	/context window exceeds limit/i,
	/request_too_large/i,
	/input length exceeds/i,
];
const usageTexts = /insufficient_quota|usage limit|quota exceeded|exceeded your current quota|billing|credit balance/i;
const overloadTexts = /overloaded|server is busy|capacity|engine_overloaded/i;
const concurrencyTexts = /concurren(t|cy)/i;
const rateTexts = /rate.?limit|too many requests|resource_exhausted|throttl/i;
const authTexts =
	/invalid.{0,10}api.?key|incorrect api key|unauthorized|authentication_error|permission_denied|invalid x-api-key/i;
const unknownModelTexts =
	/model_not_found|DeploymentNotFound|model identifier is invalid|(unknown|invalid|no such) model\b|not_found_error.{0,40}model|models?\b.{0,80}\b(not found|is not found|does not exist|has been deprecated|is not supported|not available)/is;
const strictTexts = /strict|invalid schema for function|response_format.*schema/i;
const staleTexts = /previous[_ ]response.*not[_ ]found|previous_response_id/i;
const transientTexts =
	/retry your request|internal server error|api_error|temporarily unavailable|timed? ?out|connection (reset|closed|refused)|socket/i;

/** Classifies a failure: by HTTP status first, then by the provider's message. */
export function classifyFailure(status: number | undefined, text: string): ProviderErrorKind {
	if (overflowTexts.some((pattern) => pattern.test(text))) return "context-overflow";
	// Some say with 403 that there is no money left; another key of the same account would not help.
	if (status !== 401 && usageTexts.test(text)) return "usage-limit";
	if (status === 401 || status === 403) return "auth";
	if (status === 429) return concurrencyTexts.test(text) ? "concurrency" : "rate-limit";
	if (status === 529 || overloadTexts.test(text)) return "overloaded";
	if (rateTexts.test(text)) return "rate-limit";
	if (status === 408 || status === 409 || (status !== undefined && status >= 500)) return "transient";
	if (staleTexts.test(text)) return "stale-replay";
	if (isUnknownModel(status, text)) return "unknown-model";
	if ((status === 400 || status === 422) && strictTexts.test(text)) return "strict-schema";
	if (status === undefined && authTexts.test(text)) return "auth";
	if (status === undefined && transientTexts.test(text)) return "transient";
	if (status === 413) return "context-overflow";
	return status === undefined ? "transient" : "invalid-request";
}

function isUnknownModel(status: number | undefined, text: string): boolean {
	if (status === 404) return unknownModelTexts.test(text) || /"message":\s*"model: /.test(text);
	return (status === 400 || status === 422) && /model_not_found|model identifier is invalid/i.test(text);
}
