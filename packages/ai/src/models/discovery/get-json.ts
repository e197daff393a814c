import { isAbort } from "@oh-my-pi/pi-utils/abort";
import type { Fetch } from "../../fetch.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { networkError } from "../../http/network-error.ts";
import { userAgent } from "../../identity.ts";

export interface DiscoveryPorts {
	readonly fetch: Fetch;
	readonly signal: AbortSignal;
	readonly headers: Readonly<Record<string, string>>;
}

/** Fetches JSON; throws an error without keys otherwise. */
export async function getJson(url: string, ports: DiscoveryPorts, body?: unknown): Promise<unknown> {
	const response = await fetchLimited(ports.fetch, url, {
		method: body === undefined ? "GET" : "POST",
		headers: {
			accept: "application/json",
			"user-agent": userAgent,
			...(body !== undefined && { "content-type": "application/json" }),
			...ports.headers,
		},
		body: body === undefined ? null : JSON.stringify(body),
		signal: ports.signal,
	}).catch((error: unknown) => {
		if (isAbort(error)) throw error;
		throw networkError(url, error);
	});
	if (!response.ok) {
		await response.body?.cancel();
		throw new Error(`${withoutQuery(url)} answered ${response.status}`);
	}
	return response.json();
}

function withoutQuery(url: string): string {
	return url.replace(/[?#].*$/, "");
}
