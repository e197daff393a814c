import { classifyFailure } from "./classify.ts";
import { ProviderError } from "./provider-error.ts";
import { retryAfterMs } from "./retry-after.ts";

const maxBodyCharacters = 2000;

/** Converts a response other than 2xx into an error with the provider's message, truncated. */
export async function httpFailure(
	response: Response,
	now: number,
	provider: string,
	url = response.url,
	readBody = async (): Promise<string> => response.text(),
): Promise<ProviderError> {
	const body = await readBody();
	const message = messageIn(body) || bareStatus(response, url);
	const kind = isWordlessOverflow(response.status, body, provider)
		? "context-overflow"
		: classifyFailure(response.status, body);
	return new ProviderError(kind, `${response.status} ${message}`, {
		status: response.status,
		retryAfterMs: retryAfterMs(response.headers, body, now),
	});
}

/** For a body that says nothing: where it came from and what to do. */
function bareStatus({ status, statusText }: Response, url: string): string {
	const address = URL.parse(url);
	const from = address ? ` from ${address.origin}${address.pathname}` : "";
	return `${statusText || "without a message"}${from}: ${adviceFor(status)}`;
}

function adviceFor(status: number): string {
	if (status === 404 || status === 405) return "the server has no such endpoint; check the provider's baseUrl and api";
	if (status === 401 || status === 403) return "the key was not accepted";
	if (status === 429) return "too many requests; wait, or use another provider";
	return status >= 500 ? "the server failed; try again later" : "the server refused the request";
}

/** These two refuse a prompt that is too long without a message. */
function isWordlessOverflow(status: number, body: string, provider: string): boolean {
	return (status === 400 || status === 413) && body.trim() === "" && /^(cerebras|mistral)$/.test(provider);
}

/** The message in a provider's error body. */
export function messageIn(body: string): string {
	const trimmed = body.trim();
	if (trimmed.startsWith("<")) return "";
	let parsed: unknown;
	try {
		parsed = JSON.parse(trimmed);
	} catch {
		return trimmed.slice(0, maxBodyCharacters);
	}
	const found = findMessage(parsed);
	if (found !== undefined) return found.slice(0, maxBodyCharacters);
	// `{}`, `[]`, `null` and the like say nothing.
	const saysSomething = typeof parsed === "object" && parsed !== null && Object.keys(parsed).length > 0;
	return saysSomething ? trimmed.slice(0, maxBodyCharacters) : "";
}

function findMessage(value: unknown): string | undefined {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return findMessage(value[0]);
	if (typeof value !== "object" || value === null) return undefined;
	const upstream = upstreamMessage(value);
	if (upstream) return upstream;
	for (const key of ["error", "message", "Message", "detail", "msg"]) {
		const found = findMessage((value as Record<string, unknown>)[key]);
		if (found) return found;
	}
	return undefined;
}

/** What the provider behind a gateway said. OpenRouter's own message only says that there was an error. */
export function upstreamMessage({ metadata }: { readonly metadata?: unknown }): string | undefined {
	if (typeof metadata !== "object" || metadata === null || !("raw" in metadata)) return undefined;
	const message = typeof metadata.raw === "string" ? messageIn(metadata.raw) : findMessage(metadata.raw);
	if (!message) return undefined;
	const provider = "provider_name" in metadata ? metadata.provider_name : undefined;
	return typeof provider === "string" ? `${provider}: ${message}` : message;
}
