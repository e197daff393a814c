import { createHash } from "node:crypto";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import type { Fetch } from "../../fetch.ts";
import { fetchLimited } from "../../http/fetch-limited.ts";
import { userAgent } from "../../identity.ts";
import type { UsageHistoryRow } from "../store/account-usage.ts";
import { BrokerError } from "./broker-error.ts";
import { parseEntry, parseSnapshot } from "./parse-answer.ts";
import type { ObservedUsage } from "./usage-observer.ts";
import type { WireEntry, WireKey, WireLogin, WireSnapshot } from "./wire.ts";
import { parseHistoryRow } from "./wire-usage.ts";

/** Where the broker is, and what it is asked with. */
export interface BrokerAccess {
	/** Without a slash at the end. */
	readonly url: string;
	readonly token: string;
	/** Where the token came from, for messages. */
	readonly tokenSource: string;
}

/** The names of two meters of one account, which older clients know as one. */
export const meterCapability = "codex-meter-block-scopes";
export const capabilitiesHeader = "OMP-Auth-Broker-Capabilities";

const usualLimitMs = 10_000;
/** The broker asks the provider meanwhile. */
const refreshLimitMs = 45_000;

export interface DisabledCredential {
	readonly provider: string;
	readonly type: "api_key" | "oauth";
	readonly cause: string;
}

interface AskOptions {
	readonly signal?: AbortSignal | undefined;
	readonly limitMs?: number | undefined;
}

/** The requests to a broker. Failures are `BrokerError`s. */
export class BrokerClient {
	readonly access: BrokerAccess;
	readonly #fetch: Fetch;

	constructor(access: BrokerAccess, fetch: Fetch) {
		this.access = access;
		this.#fetch = fetch;
	}

	/** With an etag, waits for a change; `undefined` if there was none. */
	async snapshot(
		options: AskOptions & { readonly etag?: string | undefined; readonly waitMs?: number } = {},
	): Promise<WireSnapshot | undefined> {
		const { etag, waitMs = 0, limitMs = usualLimitMs } = options;
		const response = await this.#send(waitMs > 0 ? `/v1/snapshot?wait=${waitMs}` : "/v1/snapshot", {
			...options,
			limitMs: limitMs + waitMs,
			headers: etag === undefined ? {} : { "if-none-match": etag },
		});
		if (response.status === 304) return undefined;
		return this.#parsed(parseSnapshot, await this.#json(response));
	}

	/** The open connection of the stream; its body is server-sent events. */
	async stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
		const init = { headers: { ...this.#headers(), accept: "text/event-stream" }, redirect: "error", signal } as const;
		const response = await this.#connected(() => this.#fetch(`${this.access.url}/v1/snapshot/stream`, init));
		if (response.ok && response.body) return response.body;
		throw await this.#failure(response);
	}

	/** New tokens for a login, unless the broker has newer ones than `known` already. */
	async refresh(id: number, known: string, options: AskOptions = {}): Promise<WireEntry> {
		const response = await this.#send(`/v1/credential/${id}/refresh`, {
			...options,
			limitMs: refreshLimitMs,
			body: { unlessNewerThan: tokenDigest(known) },
		});
		const value = await this.#json(response);
		const entry = parseEntry(isRecord(value) ? value.entry : undefined);
		if (!entry) throw new BrokerError("server", `The broker at ${this.access.url} answered without the credential`);
		return entry;
	}

	/** Adds a credential, or replaces that of the same account. */
	async upload(provider: string, credential: WireKey | WireLogin, options: AskOptions = {}): Promise<void> {
		await this.#json(await this.#send("/v1/credential", { ...options, body: { provider, credential } }));
	}

	async disable(id: number, cause: string, options: AskOptions = {}): Promise<void> {
		await this.#json(await this.#send(`/v1/credential/${id}/disable`, { ...options, body: { cause } }));
	}

	/** What is kept but not used. */
	async disabled(options: AskOptions = {}): Promise<readonly DisabledCredential[]> {
		const value = await this.#json(await this.#send("/v1/credentials/disabled", options));
		const rows = isRecord(value) && Array.isArray(value.disabled) ? value.disabled : [];
		return rows.filter(isRecord).map(({ provider, type, cause }) => ({
			provider: String(provider),
			type: type === "api_key" ? "api_key" : "oauth",
			cause: typeof cause === "string" ? cause : "no reason given",
		}));
	}

	async block(
		id: number,
		block: { readonly provider: string; readonly scope: string; readonly untilMs: number },
		options: AskOptions = {},
	): Promise<void> {
		await this.#json(await this.#send(`/v1/credential/${id}/block`, { ...options, body: block }));
	}

	/** The account answers again, whatever was said of it. */
	async clearBlocks(id: number, options: AskOptions = {}): Promise<void> {
		await this.#json(await this.#send(`/v1/credential/${id}/blocks`, { ...options, method: "DELETE" }));
	}

	/** What this installation has used since its last report. */
	async observe(
		observed: {
			readonly installId: string;
			readonly hostname: string;
			readonly entries: readonly ObservedUsage[];
		},
		options: AskOptions = {},
	): Promise<void> {
		await this.#json(await this.#send("/v1/usage/observed", { ...options, body: observed }));
	}

	/** The reports as they were sent. */
	async usage(options: AskOptions = {}): Promise<readonly unknown[]> {
		const value = await this.#json(await this.#send("/v1/usage", { ...options, limitMs: 30_000 }));
		return isRecord(value) && Array.isArray(value.reports) ? value.reports : [];
	}

	/** The broker asks the providers with the next `usage`. */
	async forgetUsage(options: AskOptions = {}): Promise<void> {
		await this.#json(await this.#send("/v1/usage/stale", { ...options, body: {} }));
	}

	async usageHistory(sinceMs: number, options: AskOptions = {}): Promise<readonly UsageHistoryRow[]> {
		const value = await this.#json(await this.#send(`/v1/usage/history?sinceMs=${sinceMs}`, options));
		const entries = isRecord(value) && Array.isArray(value.entries) ? value.entries : [];
		return entries.map(parseHistoryRow).filter((row) => row !== undefined);
	}

	async health(options: AskOptions = {}): Promise<{ readonly version: string }> {
		const value = await this.#json(await this.#send("/v1/healthz", options));
		if (!isRecord(value) || value.ok !== true) {
			throw new BrokerError("server", `${this.access.url} is not an omp auth broker`);
		}
		return { version: typeof value.version === "string" ? value.version : "unknown" };
	}

	#headers(): Record<string, string> {
		return {
			authorization: `Bearer ${this.access.token}`,
			accept: "application/json",
			"user-agent": userAgent,
			[capabilitiesHeader]: meterCapability,
		};
	}

	async #send(
		path: string,
		options: AskOptions & {
			readonly headers?: Readonly<Record<string, string>>;
			readonly body?: unknown;
			readonly method?: "DELETE";
		},
	): Promise<Response> {
		const { signal, limitMs = usualLimitMs, headers, body, method = body === undefined ? "GET" : "POST" } = options;
		const response = await this.#connected(() =>
			fetchLimited(
				this.#fetch,
				`${this.access.url}${path}`,
				{
					method,
					headers: {
						...this.#headers(),
						...(body !== undefined && { "content-type": "application/json" }),
						...headers,
					},
					...(body !== undefined && { body: JSON.stringify(body) }),
					redirect: "error",
					...(signal && { signal }),
				},
				{ maxMs: limitMs },
			),
		);
		if (response.ok || response.status === 304) return response;
		throw await this.#failure(response);
	}

	async #connected(request: () => Promise<Response>): Promise<Response> {
		try {
			return await request();
		} catch (error) {
			throw this.#unreachable(error);
		}
	}

	#unreachable(error: unknown): BrokerError {
		const reason = error instanceof DOMException ? error.message : connectionFailure(error);
		return new BrokerError("unreachable", `The broker at ${this.access.url} cannot be reached: ${reason}`, {
			cause: error,
		});
	}

	async #failure(response: Response): Promise<BrokerError> {
		const { url, tokenSource } = this.access;
		const { status } = response;
		const text = await response.text().catch(() => "");
		const message = readMessage(text) ?? (response.statusText || "no reason given");
		if (status === 401 || status === 403) {
			return new BrokerError("refused", `The broker at ${url} refused the token from ${tokenSource} (${status})`);
		}
		if (status === 404) return new BrokerError("missing", `The broker at ${url}: ${message}`);
		if (status === 410) return new BrokerError("ended", message);
		return new BrokerError("server", `The broker at ${url} answered ${status}: ${message}`);
	}

	async #json(response: Response): Promise<unknown> {
		let text: string;
		try {
			text = await response.text();
		} catch (error) {
			throw this.#unreachable(error);
		}
		return this.#parsed((value) => JSON.parse(value) as unknown, text);
	}

	#parsed<Input, Output>(parse: (value: Input) => Output, value: Input): Output {
		try {
			return parse(value);
		} catch (error) {
			throw new BrokerError("server", `${this.access.url}: ${errorMessage(error)}`, { cause: error });
		}
	}
}

/** Names a token without showing it. */
export function tokenDigest(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

function readMessage(text: string): string | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) && typeof value.error === "string" ? value.error.slice(0, 500) : undefined;
	} catch {
		return undefined;
	}
}
