import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { ProviderError } from "../../errors/provider-error.ts";
import type { Fetch } from "../../fetch.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { hostOf, type SentRequest } from "../../http/send.ts";
import { userAgent } from "../../identity.ts";

export interface DiscoveryPorts {
	readonly fetch: Fetch;
	readonly signal: AbortSignal;
	readonly headers: Readonly<Record<string, string>>;
}

/** Fetches JSON; throws an error without keys otherwise. */
export async function getJson(url: string, ports: DiscoveryPorts, body?: unknown): Promise<unknown> {
	const response = await reach(ports, url, {
		method: body === undefined ? "GET" : "POST",
		headers: {
			accept: "application/json",
			"user-agent": userAgent,
			...(body !== undefined && { "content-type": "application/json" }),
			...ports.headers,
		},
		body: body === undefined ? null : JSON.stringify(body),
	});
	if (!response.ok) {
		await response.body?.cancel();
		throw new Error(`${withoutQuery(url)} answered ${response.status}`);
	}
	return response.json();
}

async function reach({ fetch, signal }: DiscoveryPorts, url: string, init: SentRequest): Promise<Response> {
	try {
		return await fetchLimited(fetch, url, { ...init, signal });
	} catch (error) {
		if (error instanceof ProviderError) throw error;
		if (signal.aborted) throw new Error(`${hostOf(url)} did not answer in time`, { cause: error });
		throw new Error(`could not reach ${hostOf(url)}: ${connectionFailure(error)}`, { cause: error });
	}
}

function withoutQuery(url: string): string {
	return url.replace(/[?#].*$/, "");
}
