import type { QuestionPort } from "@oh-my-pi/pi-tools/services/question";
import type { WebAnswer, WebRequest } from "@oh-my-pi/pi-tools/services/web-access";
import { Admission } from "../admission.ts";
import { safeFetch } from "../safe-fetch.ts";
import { type PinnedRequest, sendRequest } from "../send-request.ts";

export interface SeenRequest {
	readonly host: string;
	/** Where the connection went, by the addresses that were checked. */
	readonly addresses: readonly string[];
	readonly url: string;
	readonly method: string;
	readonly headers: Headers;
	readonly body: string;
}

export interface FakeNetwork extends Disposable {
	/** Port of every host. */
	readonly port: number;
	/** All requests that reached a server. */
	readonly seen: readonly SeenRequest[];
	/** All requests that were sent, whether or not they reached one. */
	readonly sent: readonly PinnedRequest[];
	fetch(url: string, request?: Partial<WebRequest>): Promise<WebAnswer>;
	readonly admission: Admission;
}

export interface FakeNetworkOptions {
	/** Addresses of names; a function may change its mind. */
	readonly names?: Readonly<Record<string, readonly string[] | (() => readonly string[])>>;
	readonly answer: (request: Request, host: string) => Response | Promise<Response>;
	readonly allowHosts?: readonly string[];
	readonly ask?: QuestionPort;
	readonly tls?: { readonly key: string; readonly cert: string };
	readonly env?: Readonly<Record<string, string>>;
}

/** One server on this machine that stands for all hosts; everything but the last step to it is the real thing. */
export function fakeNetwork(options: FakeNetworkOptions): FakeNetwork {
	const { names = {}, answer, allowHosts = [], ask, tls, env = {} } = options;
	const seen: SeenRequest[] = [];
	const sent: PinnedRequest[] = [];
	let addresses: readonly string[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 0,
		...(tls && { tls }),
		async fetch(request) {
			const host = (request.headers.get("host") ?? "").replace(/:\d+$/, "");
			const { url, method, headers } = request;
			seen.push({ host, addresses, url, method, headers, body: await request.clone().text() });
			return answer(request, host);
		},
	});
	const admission = new Admission({
		async lookup(host) {
			const known = names[host] ?? [];
			return typeof known === "function" ? known() : known;
		},
		allowHosts: () => allowHosts,
		ask: () => ask,
		isOwnPort: async () => false,
	});
	return {
		port: server.port ?? 0,
		seen,
		sent,
		admission,
		fetch: (url, request) =>
			safeFetch(
				url.replace("PORT", String(server.port)),
				{ toolName: "read", signal: new AbortController().signal, timeoutMs: 5000, ...request },
				{
					admit: (target, given) => admission.admit(target, given),
					env,
					send: (pinned) => {
						addresses = pinned.addresses;
						sent.push(pinned);
						return sendRequest({ ...pinned, addresses: pinned.addresses.length > 0 ? ["127.0.0.1"] : [] });
					},
				},
			),
		[Symbol.dispose]: () => void server.stop(true),
	};
}
