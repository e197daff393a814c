import { AuthError } from "../../errors/auth-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { Credential } from "../../model/credential.ts";
import type { UsagePorts } from "./usage-report.ts";

export async function getUsage(
	url: string,
	credential: Credential,
	ports: UsagePorts,
	options: { headers?: Readonly<Record<string, string>>; body?: unknown } = {},
): Promise<unknown> {
	const limit = AbortSignal.timeout(10_000);
	const response = await fetchLimited(ports.fetch, url, {
		method: options.body === undefined ? "GET" : "POST",
		headers: {
			authorization: `Bearer ${credential.tokens?.access ?? credential.key}`,
			accept: "application/json",
			"user-agent": userAgent,
			...(options.body !== undefined && { "content-type": "application/json" }),
			...options.headers,
		},
		body: options.body === undefined ? null : JSON.stringify(options.body),
		redirect: "error",
		signal: ports.signal ? AbortSignal.any([limit, ports.signal]) : limit,
	});
	if (!response.ok) {
		await response.body?.cancel();
		throw new AuthError("server", `${new URL(url).host} answered ${response.status}`);
	}
	return response.json();
}

/** Milliseconds since the epoch, from a date, seconds or milliseconds. */
export function moment(value: unknown): number | undefined {
	if (typeof value === "number" && value > 0) return value < 1e11 ? value * 1000 : value;
	if (typeof value !== "string") return undefined;
	const parsed = Date.parse(value);
	return Number.isNaN(parsed) ? undefined : parsed;
}
