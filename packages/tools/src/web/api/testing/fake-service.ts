import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import type { KeyService, ProviderKey } from "../../../services/key-service.ts";
import type { HttpAnswer, HttpPort, HttpRequest } from "../http-port.ts";

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
		sessionProvider: () => undefined,
		has: (id) => id in providers,
		find: async (id) => providers[id],
	};
}
