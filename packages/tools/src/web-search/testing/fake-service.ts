import { runTool } from "@oh-my-pi/pi-testkit/run-tool";
import { testSettings } from "@oh-my-pi/pi-testkit/tool-services";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import type { KeyService, ProviderKey } from "../../services/key-service.ts";
import type { HttpAnswer, HttpPort, HttpRequest } from "../../web/api/http-port.ts";
import { type WebSearchDeps, type WebSearchParams, webSearchTool } from "../web-search.ts";

/** What a service answers: a body as JSON or text, with a status. */
export type Reply = { readonly status?: number; readonly body: object | string } | Error | "never";

export interface SentRequest {
	readonly url: string;
	readonly method: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Parsed where it is JSON. */
	readonly body: unknown;
	readonly isConfigured: boolean;
}

/** Answers requests by host with recorded replies, in order; the last one is repeated. */
export function fakeService(replies: Readonly<Record<string, Reply | readonly Reply[]>>): {
	readonly http: HttpPort;
	readonly sent: readonly SentRequest[];
} {
	const sent: SentRequest[] = [];
	const asked = new Map<string, number>();
	const http: HttpPort = async (url, request) => {
		const { host } = new URL(url);
		sent.push(sentOf(url, request));
		const given = replies[host];
		const list = Array.isArray(given) ? given : [given];
		const count = asked.get(host) ?? 0;
		asked.set(host, count + 1);
		const reply: Reply | undefined = list[Math.min(count, list.length - 1)];
		if (reply === undefined) throw new Error(`no answer recorded for ${host}`);
		if (reply instanceof Error) throw reply;
		if (reply === "never") return unanswered(request.signal);
		return answerOf(reply);
	};
	return { http, sent };
}

function sentOf(url: string, { method = "GET", headers = {}, body, isConfigured = false }: HttpRequest): SentRequest {
	return { url, method, headers, body: typeof body === "string" ? parsed(body) : undefined, isConfigured };
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

function answerOf({ status = 200, body }: { status?: number; body: object | string }): HttpAnswer {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return { status, headers: new Headers(), bytes: new TextEncoder().encode(text) };
}

function unanswered(signal: AbortSignal): Promise<never> {
	return raceAbort(new Promise(() => {}), signal);
}

export function fakeKeys(
	variables: Readonly<Record<string, string>>,
	providers: Readonly<Record<string, ProviderKey>> = {},
): KeyService {
	return {
		variable: (name) => variables[name],
		has: (id) => id in providers,
		find: async (id) => providers[id],
	};
}

export const now = Date.parse("2026-03-15T12:00:00Z");

export interface SearchOptions {
	readonly variables?: Readonly<Record<string, string>>;
	readonly providers?: Readonly<Record<string, ProviderKey>>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly deps?: Partial<WebSearchDeps>;
}

/** The tool in front of services that answer as recorded. */
export function searching(replies: Readonly<Record<string, Reply | readonly Reply[]>>, options: SearchOptions = {}) {
	const service = fakeService(replies);
	const tool = webSearchTool({
		http: service.http,
		keys: fakeKeys(options.variables ?? {}, options.providers),
		settings: testSettings(options.settings),
		now: () => now,
		lastAsked: new Map(),
		sleep: async () => {},
		...options.deps,
	});
	return { tool, sent: service.sent };
}

/** The request to one provider and what comes of its answer. */
export async function exchange(
	provider: string,
	replies: Readonly<Record<string, Reply | readonly Reply[]>>,
	options: SearchOptions,
	params: Omit<WebSearchParams, "provider"> = { query: "bun" },
) {
	const { tool, sent } = searching(replies, options);
	const { details, content } = await runTool(tool, { ...params, ...{ provider, no_fallback: true } });
	if (!details?.response) throw new Error(String(content));
	const [request] = sent;
	return { request, sent, response: details.response };
}
