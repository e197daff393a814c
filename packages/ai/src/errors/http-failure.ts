import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { decodedBody } from "../transport/decoded-body.ts";
import { defaultReplyLimits, type ReplyLimits } from "../transport/reply-limits.ts";
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
	options: { limits?: ReplyLimits; signal?: AbortSignal } = {},
): Promise<ProviderError> {
	const body = await readBody(response, options.limits ?? defaultReplyLimits, options.signal);
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

/** The beginning of the body: what arrives in time, up to a limit. */
async function readBody(response: Response, limits: ReplyLimits, signal: AbortSignal | undefined): Promise<string> {
	const deadline = AbortSignal.timeout(limits.errorBodyMs);
	const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
	const decoder = new TextDecoder();
	let text = "";
	let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	try {
		reader = decodedBody(response)?.getReader();
		while (reader && text.length < limits.errorBodyBytes) {
			const { done, value } = await raceAbort(reader.read(), either);
			if (done) break;
			text += decoder.decode(value, { stream: true });
		}
	} catch (error) {
		if (signal?.aborted) throw error;
		// What has arrived has to do.
	}
	if (reader) void ignoreFailure(reader.cancel(), "the rest of the body is not read");
	return text.slice(0, limits.errorBodyBytes);
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
	const said = typeof metadata.raw === "string" ? messageIn(metadata.raw) : findMessage(metadata.raw);
	if (!said) return undefined;
	const provider = "provider_name" in metadata ? metadata.provider_name : undefined;
	return typeof provider === "string" ? `${provider}: ${said}` : said;
}
