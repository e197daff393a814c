import type { WebAccess } from "../../services/web-access.ts";

/** A request to the API of a service. Redirects are not followed: an API that moves would take the key along. */
export interface HttpRequest {
	readonly method?: "GET" | "POST";
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array<ArrayBuffer>;
	readonly signal: AbortSignal;
	/** A larger answer is an error. */
	readonly maxBytes?: number;
	/** The user configured this address, so it may be on the inside network. */
	readonly isConfigured?: boolean;
}

export interface HttpAnswer {
	readonly status: number;
	readonly headers: Pick<Headers, "get">;
	readonly bytes: Uint8Array;
}

/** One request; rejects when there is no answer. */
export type HttpPort = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

const defaultMaxBytes = 8 * 1024 * 1024;
/** Callers bring their own timeout. */
const timeoutMs = 600_000;

/** Requests of a tool through its access to the web. */
export function httpOver(web: Pick<WebAccess, "fetch">, toolName: string): HttpPort {
	return (url, { isConfigured = false, maxBytes = defaultMaxBytes, headers, ...request }) =>
		web.fetch(url, {
			...request,
			headers: { "user-agent": "omp", ...headers },
			toolName,
			namedByUser: isConfigured,
			maxBytes,
			timeoutMs,
			redirects: 0,
		});
}
