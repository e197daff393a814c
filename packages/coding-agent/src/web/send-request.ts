import { isIPv6 } from "node:net";
import { WebError, type WebProblem } from "@oh-my-pi/pi-tools/services/web-access";
import { isUnreachable } from "@oh-my-pi/pi-utils/net/connection-failure";
import { trustingFetch } from "@oh-my-pi/pi-utils/net/trusting-fetch";
import { isWebAddress, withoutLogin } from "@oh-my-pi/pi-utils/net/web-address";

export interface PinnedRequest {
	readonly url: URL;
	/** Where to connect; the name in the URL is not looked up again. Empty for a proxy, which looks it up itself. */
	readonly addresses: readonly string[];
	readonly proxy: string | false;
	/** May name certificate authorities. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly method: string;
	readonly headers: Headers;
	readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
	readonly signal: AbortSignal;
}

/** The answer to one request as it comes, compressed as it is, without following redirects. */
export type SendRequest = (request: PinnedRequest) => Promise<Response>;

export const sendRequest: SendRequest = async (request) => {
	const { url, addresses, proxy, signal } = request;
	if (proxy) return sendThrough(proxy, request);
	if (addresses.length === 0) throw new WebError("unknown-host", `Cannot find the host ${url.hostname}`);
	let failure: unknown;
	// IPv4 first: where there is no way for IPv6, that may take long to find out.
	for (const address of addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)))) {
		const target = new URL(url);
		target.hostname = isIPv6(address) ? `[${address}]` : address;
		try {
			return await send(request, target.href, { proxy: false, tls: { serverName: url.hostname } });
		} catch (error) {
			failure = error;
			signal.throwIfAborted();
			// Only a connection that was not made can be tried elsewhere.
			if (!(error instanceof WebError) || error.kind !== "unreachable") throw error;
		}
	}
	throw failure;
};

/** A proxy that is not there is named, as the host itself may well be. */
async function sendThrough(proxy: string, request: PinnedRequest): Promise<Response> {
	const { url } = request;
	if (!isWebAddress(proxy)) {
		throw new WebError("unreachable", `The proxy "${withoutLogin(proxy)}" is no http or https URL`);
	}
	try {
		return await send(request, url.href, { proxy });
	} catch (error) {
		if (!(error instanceof WebError) || !isUnreachable(error.cause)) throw error;
		throw new WebError("unreachable", `Cannot connect to the proxy ${new URL(proxy).host} (${readCode(error.cause)})`, {
			cause: error,
		});
	}
}

async function send(request: PinnedRequest, href: string, way: object): Promise<Response> {
	const { url, method, body, signal } = request;
	const headers = new Headers(request.headers);
	headers.set("host", url.host);
	const fixed = { decompress: false, keepalive: false, redirect: "manual" as const };
	try {
		return await trustingFetch(fetch, request.env)(href, {
			method,
			headers,
			signal,
			...(body !== undefined && { body }),
			...fixed,
			...way,
		});
	} catch (error) {
		signal.throwIfAborted();
		throw toWebError(error, url);
	}
}

const unreachable =
	/^(?:ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ConnectionRefused|FailedToOpenSocket|ConnectionClosed)/;
const certificate = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/;

export function toWebError(error: unknown, url: URL): WebError {
	if (error instanceof WebError) return error;
	const code = readCode(error);
	const options = { cause: error };
	if (certificate.test(code)) {
		return new WebError("certificate", `The certificate of ${url.host} is not valid (${code})`, options);
	}
	const kind: WebProblem = unreachable.test(code) ? "unreachable" : "broken";
	if (kind === "unreachable") return new WebError(kind, `Cannot connect to ${url.host} (${code})`, options);
	return new WebError(kind, `${url.host} did not answer properly (${code})`, options);
}

function readCode(error: unknown): string {
	if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
	return error instanceof Error ? error.message.slice(0, 100) : String(error);
}
