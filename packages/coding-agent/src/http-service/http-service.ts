import type { AccessLine } from "./access-log.ts";
import { type BindAddress, formatAddress, isLoopback } from "./bind-address.ts";
import { checkSender, loopbackNames } from "./check-sender.ts";
import { findClient, type ServiceToken, type TokenHeader } from "./check-token.ts";
import { preflightHeaders } from "./cors.ts";
import { EventStream } from "./event-stream.ts";
import { HttpError } from "./http-error.ts";
import { readBytes, readJson } from "./read-body.ts";
import { jsonResponse } from "./responses.ts";
import { type Call, type ErrorBody, matchRoute, type Route, type RouteMatch } from "./route.ts";
import { ServiceError } from "./service-error.ts";
import { type SocketData, Sockets } from "./sockets.ts";

export interface ServiceLimits {
	/** Answers under way, streams included; more get 503. */
	readonly maxRequests: number;
	readonly maxSockets: number;
	/** Of a WebSocket message. */
	readonly maxMessageBytes: number;
	/** A socket whose client is further behind is closed. */
	readonly maxSocketBufferBytes: number;
	/** Of a body, unless its route says otherwise. */
	readonly maxBodyBytes: number;
	readonly bodyTimeoutMs: number;
	/** A connection that is silent for longer is closed, unless its route says otherwise. Heads take 12 s at most. */
	readonly idleSeconds: number;
	/** How long requests under way may take at the end of the service. */
	readonly graceMs: number;
}

export interface ServiceOptions {
	readonly bind: BindAddress;
	readonly routes: readonly Route[];
	/**
	 * Asked for each request, before its answer and before each event of a stream, so that a replaced token is refused at once.
	 * Without tokens the service is for this machine only.
	 */
	readonly tokens?: () => readonly ServiceToken[];
	readonly tokenHeaders?: readonly TokenHeader[];
	/** Further names in the Host header of a service on loopback. */
	readonly hosts?: readonly string[];
	/** Other origins whose pages may send; they get CORS headers. None by default. */
	readonly allowsOrigin?: (origin: string) => boolean;
	/** Their pages can read answers to requests with a token only: the others do not learn what is here. */
	readonly showsTokenHoldersOnly?: boolean;
	/** What their pages may send beside simple headers; `x-name-*` for all that begin so. */
	readonly corsHeaders?: readonly string[];
	/** The body of an error, unless its route has a form of its own. */
	readonly errorBody?: ErrorBody;
	/** On every answer. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly limits?: Partial<ServiceLimits>;
	readonly now: () => number;
	readonly log?: (line: AccessLine) => void;
	/** A handler threw something other than an `HttpError`; the client is told nothing of it. */
	readonly onError?: (error: unknown) => void;
	/** Ends the service. */
	readonly signal?: AbortSignal;
}

export interface HttpService extends AsyncDisposable {
	readonly port: number;
	/** `http://host:port`, with the port that was chosen. */
	readonly url: string;
	readonly activeRequests: number;
	/** Stops accepting, closes streams and sockets, waits for the other requests, then closes everything. */
	end(): Promise<void>;
	/** Resolves when the service has ended. */
	readonly ended: Promise<void>;
}

const defaultLimits: ServiceLimits = {
	maxRequests: 512,
	maxSockets: 256,
	maxMessageBytes: 1024 * 1024,
	maxSocketBufferBytes: 8 * 1024 * 1024,
	maxBodyBytes: 1024 * 1024,
	bodyTimeoutMs: 60_000,
	idleSeconds: 30,
	graceMs: 5_000,
};

/** Serves HTTP and WebSockets until it is ended. Throws a `ServiceError` when it cannot listen. */
export function startHttpService(options: ServiceOptions): HttpService {
	return new Service(options);
}

class Service implements HttpService {
	readonly #options: ServiceOptions;
	readonly #limits: ServiceLimits;
	readonly #server: Bun.Server<SocketData>;
	readonly #sockets: Sockets;
	readonly #streams = new Set<EventStream>();
	/** Aborted when requests under way have had their time. */
	readonly #stopped = new AbortController();
	readonly #ended = Promise.withResolvers<void>();
	#active = 0;
	#idle = Promise.withResolvers<void>();
	#ending: Promise<void> | undefined;

	constructor(options: ServiceOptions) {
		this.#options = options;
		this.#limits = { ...defaultLimits, ...options.limits };
		this.#sockets = new Sockets(this.#limits, options.onError ?? (() => {}));
		if (options.tokens === undefined && !isLoopback(options.bind.host))
			throw new ServiceError(
				"token-required",
				`Refusing to listen on ${formatAddress(options.bind)} without a token: others could reach it. Use 127.0.0.1, or set a token`,
			);
		options.signal?.throwIfAborted();
		this.#server = this.#listen();
		options.signal?.addEventListener("abort", () => void this.end(), { once: true });
	}

	get port(): number {
		return this.#server.port ?? 0;
	}

	get url(): string {
		return `http://${formatAddress({ host: this.#options.bind.host, port: this.port })}`;
	}

	get activeRequests(): number {
		return this.#active;
	}

	get ended(): Promise<void> {
		return this.#ended.promise;
	}

	end(): Promise<void> {
		this.#ending ??= this.#end();
		return this.#ending;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.end();
	}

	async #end(): Promise<void> {
		const closed = this.#server.stop();
		for (const stream of this.#streams) stream.close();
		this.#sockets.closeAll();
		const grace = Promise.withResolvers<void>();
		const timer = setTimeout(grace.resolve, this.#limits.graceMs);
		const idle = this.#active === 0 ? Promise.resolve() : this.#idle.promise;
		// Answers that are ready still have to be written.
		await Promise.race([idle.then(() => this.#server.closeIdleConnections()).then(() => closed), grace.promise]);
		clearTimeout(timer);
		this.#stopped.abort(new HttpError(503, "The service has ended"));
		await this.#server.stop(true);
		this.#ended.resolve();
	}

	#listen(): Bun.Server<SocketData> {
		const { bind, routes } = this.#options;
		const { idleSeconds, maxBodyBytes } = this.#limits;
		try {
			return Bun.serve<SocketData>({
				hostname: bind.host,
				port: bind.port,
				idleTimeout: idleSeconds,
				// The limits of routes are checked where bodies are read; this bounds what waits to be read.
				maxRequestBodySize: Math.max(maxBodyBytes, ...routes.map((route) => route.maxBodyBytes ?? 0)),
				development: false,
				// Otherwise two services of one process may share a port.
				reusePort: false,
				// Bun prints the errors of streams that were dropped unless somebody takes them.
				error: () => jsonResponse({ error: "Internal error" }, { status: 500 }),
				fetch: (request, server) => this.#answer(request, server),
				websocket: this.#sockets.handler,
			});
		} catch (error) {
			const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
			throw new ServiceError(
				isTaken ? "port-in-use" : "cannot-listen",
				isTaken
					? `Port ${bind.port} is in use`
					: `Cannot listen on ${formatAddress(bind)}: ${error instanceof Error ? error.message : String(error)}`,
				{ cause: error },
			);
		}
	}

	async #answer(request: Request, server: Bun.Server<SocketData>): Promise<Response | undefined> {
		const { now } = this.#options;
		const url = parseUrl(request);
		const exchange = new Exchange(request, url ?? unnamedUrl(request), now());
		this.#active++;
		try {
			if (url === undefined) throw new HttpError(400, "The Host header names no host");
			const response = await this.#respond(exchange, server);
			if (response !== undefined) this.#addHeaders(response, exchange);
			if (exchange.stream === undefined) this.#finish(exchange, response?.status ?? 101, readLength(response));
			else this.#follow(exchange, exchange.stream);
			return response;
		} catch (error) {
			const refusal = this.#refusal(error, exchange);
			exchange.stream?.close();
			this.#addHeaders(refusal, exchange);
			this.#finish(exchange, refusal.status, readLength(refusal));
			return refusal;
		}
	}

	async #respond(exchange: Exchange, server: Bun.Server<SocketData>): Promise<Response | undefined> {
		const { request, url } = exchange;
		const { routes, hosts = [], tokens, bind, allowsOrigin } = this.#options;
		if (this.#ending !== undefined) throw new HttpError(503, "The service is ending", { connection: "close" });
		if (this.#active > this.#limits.maxRequests)
			throw new HttpError(503, "Too many requests at once", { "retry-after": "1" });
		checkSender(request, url, {
			hosts: isLoopback(bind.host) ? new Set([...loopbackNames, ...hosts]) : undefined,
			allowsOrigin: allowsOrigin ?? (() => false),
		});
		if (request.method === "OPTIONS" && allowsOrigin !== undefined) {
			return new Response(null, { status: 204, headers: preflightHeaders(request, routes, this.#options.corsHeaders) });
		}
		const isUpgrade = request.headers.get("upgrade")?.toLowerCase() === "websocket";
		const { match, allowed } = matchRoute(routes, isUpgrade ? "WEBSOCKET" : request.method, url.pathname);
		exchange.match = match;
		if (match?.route.open !== true && tokens !== undefined) {
			exchange.client = this.#findClient(request);
			if (exchange.client === undefined) throw unauthorized();
		}
		if (match === undefined) throw noRoute(request.method, url.pathname, allowed);
		const { route } = match;
		if (route.idleSeconds !== undefined) server.timeout(request, Math.min(route.idleSeconds, 255));
		const call = this.#call(exchange, match);
		if (route.method !== "WEBSOCKET") {
			const response = await route.handle(call);
			// It may have waited for long.
			if (!this.#isStillAllowed(exchange)) throw unauthorized();
			return response;
		}
		this.#sockets.upgrade(server, request, route.connect(call));
		return undefined;
	}

	#call(exchange: Exchange, { route, params }: RouteMatch): Call {
		const { request, url } = exchange;
		const signal = AbortSignal.any([request.signal, this.#stopped.signal]);
		const limits = {
			maxBytes: route.maxBodyBytes ?? this.#limits.maxBodyBytes,
			timeoutMs: route.bodyTimeoutMs ?? this.#limits.bodyTimeoutMs,
			signal,
		};
		return {
			...{ request, url, params, signal, client: exchange.client },
			bytes: () => readBytes(request, limits),
			json: () => readJson(request, limits),
			events: (streamOptions) => {
				const stream = new EventStream(streamOptions, () => this.#isStillAllowed(exchange));
				exchange.stream = stream;
				return stream;
			},
		};
	}

	#findClient({ headers }: Request): string | undefined {
		const { tokens, tokenHeaders = ["authorization"] } = this.#options;
		return tokens && findClient(headers, tokens(), tokenHeaders);
	}

	/** Whether its token still is one. */
	#isStillAllowed({ request, client }: Exchange): boolean {
		if (client === undefined) return true;
		try {
			return this.#findClient(request) === client;
		} catch (error) {
			// Tokens that cannot be read are nobody's.
			this.#options.onError?.(error);
			return false;
		}
	}

	#follow(exchange: Exchange, stream: EventStream): void {
		this.#streams.add(stream);
		if (this.#ending !== undefined) stream.close();
		void stream.ended.then((end) => {
			this.#streams.delete(stream);
			this.#finish(exchange, 200, stream.bytes, end);
		});
	}

	#finish(
		{ request, url, startedAt, client, match, error }: Exchange,
		status: number,
		bytes?: number,
		end?: string,
	): void {
		this.#active--;
		if (this.#active === 0) {
			this.#idle.resolve();
			this.#idle = Promise.withResolvers();
		}
		const { log, now } = this.#options;
		log?.({
			time: new Date(startedAt).toISOString(),
			method: request.method,
			path: match?.route.isPrivate ? match.route.path : url.pathname,
			status,
			ms: Math.round(now() - startedAt),
			...(bytes === undefined ? {} : { bytes }),
			...(client === undefined ? {} : { client }),
			...(end === undefined ? {} : { end }),
			...(error === undefined ? {} : { error }),
		});
	}

	#refusal(error: unknown, exchange: Exchange): Response {
		const known = error instanceof HttpError ? error : new HttpError(500, "Internal error");
		if (known !== error) {
			exchange.error = error instanceof Error ? error.name : typeof error;
			this.#options.onError?.(error);
		}
		const form = exchange.match?.route.errorBody ?? this.#options.errorBody ?? plainErrorBody;
		const body = form(known.status, known.message, exchange.request);
		return jsonResponse(body, { status: known.status, headers: known.headers });
	}

	#addHeaders(response: Response, { request, client }: Exchange): void {
		const { headers = {}, allowsOrigin, showsTokenHoldersOnly } = this.#options;
		for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
		if (allowsOrigin === undefined) return;
		response.headers.append("vary", "Origin");
		const origin = request.headers.get("origin");
		if (origin === null || !allowsOrigin(origin)) return;
		if (showsTokenHoldersOnly && client === undefined && request.method !== "OPTIONS") return;
		response.headers.set("access-control-allow-origin", origin);
	}
}

/** A request from its arrival to its line in the log. */
class Exchange {
	match: RouteMatch | undefined;
	client: string | undefined;
	stream: EventStream | undefined;
	/** What kind of thing a handler threw. */
	error: string | undefined;

	constructor(
		readonly request: Request,
		readonly url: URL,
		readonly startedAt: number,
	) {}
}

function plainErrorBody(_status: number, message: string): unknown {
	return { error: message };
}

/** `undefined` where the Host header makes no URL with the path. */
function parseUrl({ url }: Request): URL | undefined {
	return URL.canParse(url) ? new URL(url) : undefined;
}

/** For the log. */
function unnamedUrl({ url }: Request): URL {
	const unnamed = new URL("http://unnamed.invalid");
	unnamed.pathname = url.replace(/^https?:\/\/[^/]*/, "").replace(/[?#].*$/s, "");
	return unnamed;
}

function unauthorized(): HttpError {
	return new HttpError(401, "unauthorized", { "www-authenticate": "Bearer" });
}

function noRoute(method: string, path: string, allowed: readonly string[]): HttpError {
	const message = `No route: ${method} ${path}`;
	return allowed.length === 0
		? new HttpError(404, message)
		: new HttpError(405, message, { allow: allowed.join(", ") });
}

function readLength(response: Response | undefined): number | undefined {
	const length = response?.headers.get("content-length");
	return length === null || length === undefined ? undefined : Number(length);
}
