import { proxyFor } from "@oh-my-pi/pi-ai/transport/connect/proxy";
import {
	type AdmitOptions,
	RefusedAddress,
	type WebAccess,
	type WebAnswer,
	WebError,
	type WebRequest,
} from "@oh-my-pi/pi-tools/services/web-access";
import { TimeBudget } from "@oh-my-pi/pi-tools/web/time-budget";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { takeLogin } from "@oh-my-pi/pi-utils/net/web-address";
import { acceptedEncodings, readBody } from "./read-body.ts";
import { type SendRequest, sendRequest, toWebError } from "./send-request.ts";

export interface SafeFetchPorts {
	readonly admit: WebAccess["admit"];
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly send?: SendRequest;
}

const defaultMaxBytes = 50 * 1024 * 1024;
const defaultTimeoutMs = 20_000;
const defaultRedirects = 10;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** What another origin may get to see; a key may be in any other header. */
const harmlessHeaders = ["accept", "accept-language", "accept-encoding", "user-agent"];

interface Hop {
	readonly url: URL;
	readonly method: string;
	readonly headers: Headers;
	readonly body: WebRequest["body"];
}

export async function safeFetch(
	address: string | URL,
	request: WebRequest,
	{ admit, env, send = sendRequest }: SafeFetchPorts,
): Promise<WebAnswer> {
	const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, redirects = defaultRedirects } = request;
	using budget = new TimeBudget(timeoutMs, () => new WebError("timeout", `No answer within ${timeoutMs / 1000} s`));
	const signal = AbortSignal.any([request.signal, budget.signal]);
	let hop = firstHop(address, request);
	// A host keeps its addresses for the whole request: a name that leads elsewhere meanwhile is not asked again.
	const admitted = new Map<string, readonly string[]>();
	try {
		for (let count = 0; ; count++) {
			const { host } = hop.url;
			const known = admitted.get(host);
			// Looking a name up cannot be stopped, but nobody has to wait for it.
			const judged = known ? undefined : raceAbort(admit(hop.url, admitOptions(request, count, budget)), signal);
			const addresses = known ?? (await judged)?.addresses ?? [];
			admitted.set(host, addresses);
			const proxy = proxyFor("web", hop.url.href, env);
			const response = await send({ ...hop, addresses, proxy, signal, env });
			const target = redirectStatuses.has(response.status) ? response.headers.get("location") : null;
			if (target === null) return await readAnswer(response, hop.url, hop.method === "HEAD" ? 0 : maxBytes);
			// What a redirect says besides is of no use.
			void response.body?.cancel().catch(() => undefined);
			if (count >= redirects) throw new WebError("redirects", tooManyRedirects(redirects));
			hop = nextHop(hop, target, response.status);
		}
	} catch (error) {
		request.signal.throwIfAborted();
		budget.signal.throwIfAborted();
		throw error instanceof RefusedAddress ? error : toWebError(error, hop.url);
	}
}

function tooManyRedirects(allowed: number): string {
	return allowed === 0 ? "It redirects elsewhere, which is not followed" : `More than ${allowed} redirects`;
}

/** The user's own naming is for the address that was asked for, not for where it leads. */
function admitOptions(request: WebRequest, count: number, budget: TimeBudget): AdmitOptions {
	const { toolName, signal, loopbackAllowed = false, namedByUser = false } = request;
	return {
		toolName,
		signal,
		loopbackAllowed: loopbackAllowed && count === 0,
		namedByUser: namedByUser && count === 0,
		onWaiting(isWaiting) {
			budget.hold(isWaiting);
			request.onWaiting?.(isWaiting);
		},
	};
}

function firstHop(address: string | URL, request: WebRequest): Hop {
	const url = URL.parse(address);
	if (!url) throw new WebError("address", `Not a URL: ${String(address).slice(0, 200)}`);
	const headers = new Headers({ "accept-encoding": acceptedEncodings, ...request.headers });
	const { authorization } = takeLogin(url.href);
	if (authorization !== undefined) headers.set("authorization", authorization);
	return { url: withoutCredentials(url), method: request.method ?? "GET", headers, body: request.body };
}

function nextHop(from: Hop, location: string, status: number): Hop {
	const target = URL.parse(location, from.url.href);
	if (!target) throw new WebError("redirects", "Redirected to something that is not a URL");
	if (target.protocol !== "http:" && target.protocol !== "https:") {
		throw new WebError("redirects", `Redirected to a ${target.protocol} address`);
	}
	const url = withoutCredentials(target);
	const isSame = url.origin === from.url.origin;
	const headers = new Headers(from.headers);
	if (!isSame) for (const name of [...headers.keys()]) if (!harmlessHeaders.includes(name)) headers.delete(name);
	const keepsBody = from.body !== undefined && (status === 307 || status === 308);
	if (!keepsBody) {
		headers.delete("content-type");
		return { url, method: from.method === "HEAD" ? "HEAD" : "GET", headers, body: undefined };
	}
	if (!isSame) throw new WebError("redirects", `Redirected to ${url.host}, which must not get what was sent`);
	return { url, method: from.method, headers, body: from.body };
}

function withoutCredentials(url: URL): URL {
	const plain = new URL(url);
	plain.username = "";
	plain.password = "";
	return plain;
}

async function readAnswer(response: Response, url: URL, maxBytes: number): Promise<WebAnswer> {
	const bytes = maxBytes === 0 ? new Uint8Array() : await readBody(response, maxBytes);
	const { status, ok } = response;
	const headers = new Headers(response.headers);
	for (const name of ["content-encoding", "content-length", "set-cookie"]) headers.delete(name);
	const text = () => decode(bytes, headers.get("content-type"));
	return { status, ok, url: url.href, headers, bytes, text, json: () => JSON.parse(text()) };
}

function decode(bytes: Uint8Array, contentType: string | null): string {
	const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		// A charset that nobody knows.
		return new TextDecoder().decode(bytes);
	}
}
