import { takeLogin } from "@oh-my-pi/pi-utils/net/web-address";
import { ProviderError } from "../errors/provider-error.ts";
import type { Fetch } from "../fetch.ts";

export type SentRequest = Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> };

const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request that may carry a key. The runtime would follow a redirect to any host and take the headers along, so they are
 * followed here: with the same method and body, and only on the same host. The body comes as it was sent; see `decodedBody`.
 */
export async function send(fetch: Fetch, url: string, init: SentRequest): Promise<Response> {
	const { address: target, authorization } = takeLogin(url);
	const headers = withLogin({ "accept-encoding": "gzip, deflate, br, zstd", ...init.headers }, authorization);
	const sent = { ...init, headers, redirect: "manual" as const, decompress: false };
	let address = target;
	for (let followed = 0; ; followed++) {
		const response = await fetch(address, sent);
		const location = redirects.has(response.status) ? response.headers.get("location") : null;
		if (location === null) return response;
		await response.body?.cancel();
		address = redirectTarget(address, location, response.status);
		if (init.redirect === "error") throw refusal(url, "redirects, which is not expected there");
		if (followed >= maxRedirects) throw refusal(url, "redirects more often than is allowed");
	}
}

/** The login that the address itself names replaces another one, which is meant for somebody behind it. */
function withLogin(headers: Readonly<Record<string, string>>, authorization: string | undefined) {
	if (authorization === undefined) return headers;
	const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization");
	return { ...Object.fromEntries(others), authorization };
}

function refusal(url: string, what: string): ProviderError {
	return new ProviderError("config", `${hostOf(url)} ${what}; check the provider's baseUrl`);
}

/** Throws when the target is another host, or leaves TLS. */
function redirectTarget(from: string, location: string, status: number): string {
	const source = new URL(from);
	const target = URL.parse(location, from);
	if (!target) throw new ProviderError("config", `${source.host} redirects to an invalid address (${status})`);
	const isUpgrade = target.protocol === "https:" && target.hostname === source.hostname && !target.port && !source.port;
	if (target.origin === source.origin || isUpgrade) return target.href;
	throw new ProviderError(
		"config",
		`${source.host} redirects to ${target.protocol === source.protocol ? target.host : target.origin} (${status}). Requests carry your key, so they never follow to another host; if the provider moved, change its baseUrl`,
	);
}

export function hostOf(url: string): string {
	return URL.parse(url)?.host ?? url;
}
