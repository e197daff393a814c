import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import type { Lookup } from "@oh-my-pi/pi-utils/net/inside-address";
import { OAuthError } from "./oauth-error.ts";
import { UrlPolicy } from "./url-policy.ts";

export interface AuthorizationFetch {
	/** For requests to authorization servers: checked addresses, small answers, no redirect to another origin. */
	readonly fetch: FetchLike;
	readonly policy: UrlPolicy;
}

export interface AuthorizationFetchOptions {
	/** The MCP server that all of this is for. */
	readonly serverUrl: string;
	readonly signal?: AbortSignal | undefined;
	readonly fetch?: FetchLike;
	readonly lookup?: Lookup;
	readonly limitMs?: number;
}

const maxBytes = 1024 * 1024;
const usualLimitMs = 30_000;

export function authorizationFetch(options: AuthorizationFetchOptions): AuthorizationFetch {
	const { serverUrl, signal, fetch: inner = fetch, lookup, limitMs = usualLimitMs } = options;
	const policy = new UrlPolicy(serverUrl, lookup);
	return {
		policy,
		fetch: async (url, init) => {
			const { href, host } = await policy.check(String(url));
			const deadline = AbortSignal.timeout(limitMs);
			const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
			try {
				// The SDK follows those within the origin by itself, which comes back here.
				const response = await inner(href, { ...init, redirect: "manual", signal: ended });
				const { status, statusText, headers } = response;
				const body = await wholeBody(response, host);
				return new Response(withoutBody.has(status) ? null : body, {
					status,
					statusText,
					headers: plainHeaders(headers),
				});
			} catch (error) {
				signal?.throwIfAborted();
				if (error instanceof OAuthError) throw error;
				const why = deadline.aborted || isAbort(error) ? `did not answer within ${limitMs / 1000} s` : "is unreachable";
				throw new OAuthError("unreachable", `${host} ${why}`, { cause: error });
			}
		},
	};
}

/** A `Response` with these may have no body. */
const withoutBody = new Set([101, 204, 205, 304]);

/** The body is decoded already. */
function plainHeaders(headers: Headers): Headers {
	const kept = new Headers(headers);
	kept.delete("content-encoding");
	kept.delete("content-length");
	return kept;
}

async function wholeBody(response: Response, host: string): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length;
		if (bytes > maxBytes) throw new OAuthError("unsafe", `${host} answered with more than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}
