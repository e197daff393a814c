import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { AuthError } from "../../errors/auth-error.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { networkError } from "../../http/network-error.ts";
import { userAgent } from "../../identity.ts";
import type { OAuthTokens } from "../../model/credential.ts";
import type { OAuthClient, RefreshPorts, TokenResponse } from "../../model/login.ts";

/** The response while a device login is pending; not a failure. */
export class PendingError extends Error {
	override readonly name = "PendingError";
	readonly code: "authorization_pending" | "slow_down";

	constructor(code: PendingError["code"]) {
		super(code);
		this.code = code;
	}
}

export interface TokenEndpoint {
	readonly tokenUrl: string;
	readonly tokenFormat?: "form" | "json";
}

/** Requests tokens from an authorization server. */
export async function requestTokens(
	endpoint: TokenEndpoint,
	client: OAuthClient,
	params: Readonly<Record<string, string>>,
	ports: Pick<RefreshPorts, "fetch" | "signal">,
): Promise<TokenResponse> {
	const all = { ...params, client_id: client.id, ...(client.secret && { client_secret: client.secret }) };
	return postForm(endpoint.tokenUrl, all, ports, endpoint.tokenFormat);
}

export async function postForm(
	url: string,
	params: Readonly<Record<string, string>>,
	ports: Pick<RefreshPorts, "fetch" | "signal">,
	format: "form" | "json" = "form",
): Promise<TokenResponse> {
	const json = format === "json";
	let response: Response;
	let text: string;
	try {
		response = await fetchLimited(ports.fetch, url, {
			method: "POST",
			headers: {
				"content-type": json ? "application/json" : "application/x-www-form-urlencoded",
				accept: "application/json",
				"user-agent": userAgent,
			},
			body: json ? JSON.stringify(params) : new URLSearchParams(params).toString(),
			// Never follow a redirect with a code or refresh token.
			redirect: "error",
			signal: ports.signal ?? null,
		});
		text = await response.text();
	} catch (error) {
		if (ports.signal?.aborted || isAbort(error)) throw ports.signal?.reason ?? error;
		// What it says of a redirect is about requests with a key.
		const isRefusal = error instanceof ProviderError;
		const message = isRefusal ? `Could not reach ${new URL(url).host}` : networkError(url, error).message;
		throw new AuthError("unreachable", message, { cause: error });
	}
	const body = parseObject(text);
	if (response.ok && body && typeof body.error !== "string") return body;
	throw buildTokenError(new URL(url).host, response.status, body, Object.values(params));
}

function parseObject(text: string): TokenResponse | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as TokenResponse) : undefined;
	} catch {
		// HTML or an empty body adds nothing to the status.
		return undefined;
	}
}

const goneForGood = new Set(["invalid_grant", "invalid_token", "unauthorized_client", "invalid_client"]);

function buildTokenError(
	host: string,
	status: number,
	body: TokenResponse | undefined,
	sent: readonly string[],
): Error {
	const code = typeof body?.error === "string" ? body.error : undefined;
	if (code === "authorization_pending" || code === "slow_down") return new PendingError(code);
	const description = typeof body?.error_description === "string" ? body.error_description : "";
	const message = [host, "answered", code ?? `${status}`, description && `(${withoutSecrets(description, sent)})`]
		.filter(Boolean)
		.join(" ");
	if (code === "access_denied") return new AuthError("denied", message);
	if (code === "expired_token") return new AuthError("expired", message);
	if ((code && goneForGood.has(code)) || status === 401 || status === 403)
		return new AuthError("invalid-grant", message);
	return new AuthError(status >= 500 || status === 429 || !body ? "unreachable" : "server", message);
}

/** A server may echo what it was sent. */
function withoutSecrets(text: string, sent: readonly string[]): string {
	return sent.reduce((clean, value) => (value.length >= 8 ? clean.replaceAll(value, "…") : clean), text.slice(0, 300));
}

/** Expiry of tokens that never expire. */
const never = 8.64e15;

export function parseTokens(response: TokenResponse, now: number, previous?: OAuthTokens): OAuthTokens {
	const { access_token: access, refresh_token: refresh, expires_in: seconds } = response;
	if (typeof access !== "string" || access === "") {
		throw new AuthError("server", "The authorization server answered without an access token");
	}
	const lasts = typeof seconds === "number" ? seconds : typeof seconds === "string" ? Number(seconds) : Number.NaN;
	const kept = typeof refresh === "string" && refresh !== "" ? refresh : previous?.refresh;
	return {
		...previous,
		access,
		...(kept && { refresh: kept }),
		expires: Number.isFinite(lasts) ? now + lasts * 1000 : never,
	};
}
