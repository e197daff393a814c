import { Socket } from "node:net";

/**
 * Makes every network API of this process refuse addresses of other machines. `node:http`, `node:https`, `node:tls` and
 * `node:http2` all use `Socket.connect`; `Bun.fetch` cannot be replaced and is stopped by the dead proxy of the
 * isolated environment.
 */
export function allowOnlyLoopback(): void {
	const realFetch = globalThis.fetch;
	const guardedFetch = async (input: string | URL | Request, init?: BunFetchRequestInit) => {
		if (!init?.unix) refuseOutside("fetch", hostOfUrl(input instanceof Request ? input.url : String(input)));
		return realFetch(input, init);
	};
	globalThis.fetch = Object.assign(guardedFetch, { preconnect: realFetch.preconnect });

	const RealWebSocket = globalThis.WebSocket;
	globalThis.WebSocket = class extends RealWebSocket {
		constructor(url: string | URL, protocols?: string | string[]) {
			refuseOutside("WebSocket", hostOfUrl(String(url)));
			super(url, protocols);
		}
	};

	const realBunConnect = Bun.connect;
	Bun.connect = ((options: Bun.TCPSocketConnectOptions | Bun.UnixSocketOptions) => {
		if ("hostname" in options) refuseOutside("Bun.connect", options.hostname);
		return Reflect.apply(realBunConnect, Bun, [options]);
	}) as typeof Bun.connect;

	const realSocketConnect = Socket.prototype.connect;
	Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
		refuseOutside("connect", hostOfConnect(args));
		return Reflect.apply(realSocketConnect, this, args);
	};
}

/** True for loopback addresses; an absent host means localhost. */
export function isLoopback(host: string | undefined): boolean {
	if (host === undefined || host === "") return true;
	const bare = host.toLowerCase().replace(/^\[|\]$/g, "");
	if (bare === "localhost" || bare.endsWith(".localhost")) return true;
	if (/^127\.\d+\.\d+\.\d+$/.test(bare) || bare === "0.0.0.0") return true;
	return bare === "::1" || bare === "::" || /^::ffff:127\./.test(bare);
}

function refuseOutside(way: string, host: string | undefined): void {
	if (isLoopback(host)) return;
	throw new Error(`${way} to ${host} refused: tests are offline, only this machine's own addresses can be reached`);
}

function hostOfUrl(url: string): string | undefined {
	return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** `connect(port, host)`, `connect(path)`, `connect({ host })`, or node's internal normalized list. */
function hostOfConnect(args: readonly unknown[]): string | undefined {
	const [first, second] = args;
	if (Array.isArray(first)) return hostOfConnect(first);
	if (typeof first === "object" && first !== null) {
		if ("path" in first && typeof first.path === "string" && !("port" in first && first.port)) return undefined;
		return "host" in first && typeof first.host === "string" ? first.host : undefined;
	}
	return typeof second === "string" ? second : undefined;
}
