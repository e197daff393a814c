import { isAbort, raceAbort } from "@oh-my-pi/pi-utils/abort";
import { isWebAddress, withoutLogin } from "@oh-my-pi/pi-utils/net/web-address";
import { httpFailure } from "../errors/http-failure.ts";
import { ProviderError } from "../errors/provider-error.ts";
import type { Fetch } from "../fetch.ts";
import { decodedBody } from "../http/decoded-body.ts";
import { networkError } from "../http/network-error.ts";
import { readErrorBody } from "../http/read-error-body.ts";
import { defaultReplyLimits, type ReplyLimits } from "../http/reply-limits.ts";
import { hostOf, type SentRequest, send } from "../http/send.ts";
import type { WireRequest } from "../protocol/protocol.ts";
import { checkProxy, proxyFor } from "./connect/proxy.ts";

/** Sends one request; throws a `ProviderError` unless it gets a 2xx with a body. */
export async function post(
	request: WireRequest,
	body: string | Buffer,
	options: {
		fetch: Fetch;
		signal: AbortSignal;
		now: () => number;
		provider: string;
		env: Readonly<Record<string, string | undefined>>;
		limits?: ReplyLimits;
	},
): Promise<{ response: Response; body: ReadableStream<Uint8Array> }> {
	checkAddress(request.url, options.provider);
	const proxy = proxyFor(options.provider, request.url, options.env);
	checkProxy(proxy);
	let response: Response;
	try {
		const sent = send(options.fetch, request.url, {
			method: "POST",
			headers: lastOfEachName(request.headers),
			body,
			signal: options.signal,
			// Bun's own timeout would cut long answers; the watchdog decides instead.
			timeout: false,
			proxy,
			...(request.tls && { tls: request.tls }),
		} as SentRequest);
		response = await raceAbort(sent, options.signal);
	} catch (error) {
		if (options.signal.aborted || isAbort(error)) throw options.signal.reason ?? error;
		throw networkError(request.url, error, proxy);
	}
	const { limits = defaultReplyLimits, signal, provider } = options;
	if (!response.ok) {
		const readBody = () => readErrorBody(response, limits, signal);
		throw await httpFailure(response, options.now(), provider, request.url, readBody);
	}
	const decoded = decodedBody(response);
	if (!decoded) throw new ProviderError("transient", `${hostOf(request.url)} answered without a body`);
	if (/^\s*text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
		await decoded.cancel();
		throw new ProviderError(
			"invalid-request",
			`${hostOf(request.url)} answered with a web page instead of a reply; check the provider's baseUrl and api`,
		);
	}
	return { response, body: decoded };
}

/** Said before the first request: the runtime would only say that it failed. */
function checkAddress(url: string, provider: string): void {
	if (isWebAddress(url)) return;
	const shown = withoutLogin(url);
	throw new ProviderError(
		"config",
		`The baseUrl of ${provider} must be an http or https URL with a host; requests would go to "${shown}". Correct it in models.yml or in the environment`,
	);
}

/** A user's header replaces ours, ignoring case; otherwise the two would be joined. */
function lastOfEachName(headers: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
