import type { EventStream, EventStreamOptions } from "./event-stream.ts";

/** One request, as a handler gets it. */
export interface Call {
	readonly request: Request;
	readonly url: URL;
	/** The parts of the path that the route names, decoded. */
	readonly params: Readonly<Record<string, string>>;
	/** Whose token it carries; `undefined` without tokens or on an open route. */
	readonly client: string | undefined;
	/** Aborted when the client hangs up or the service has waited long enough at its end. */
	readonly signal: AbortSignal;
	/** The body within the limits of the route, or an `HttpError`. */
	bytes(): Promise<Uint8Array>;
	json(): Promise<unknown>;
	/** Makes this a stream of events, which ends with the service; the handler returns its `response`. */
	events(options?: EventStreamOptions): EventStream;
}

/** One client's WebSocket. Throwing closes the socket. */
export interface SocketHandler {
	open?(socket: ServiceSocket): void;
	message(socket: ServiceSocket, data: string | Uint8Array): void;
	/** There is room again after `send` returned `false`. */
	drain?(socket: ServiceSocket): void;
	close?(socket: ServiceSocket, code: number, reason: string): void;
}

export interface ServiceSocket {
	/** `false` when the client is behind: wait for `drain`. Past `maxSocketBufferBytes` it is dropped. */
	send(data: string | Uint8Array): boolean;
	close(code: number, reason: string): void;
	/** Not yet taken by the client. */
	readonly bufferedBytes: number;
	/** Stops reading from the client until `resume`. */
	pause(): void;
	resume(): void;
}

interface RouteOptions {
	/** Segments; `:name` is any one segment, a last `*` any rest. */
	readonly path: string;
	/** Open to everyone, as a health check is. */
	readonly open?: boolean;
	/** The path holds something nobody should read in a log; the pattern is logged instead. */
	readonly isPrivate?: boolean;
	readonly maxBodyBytes?: number;
	readonly bodyTimeoutMs?: number;
	/** How long the connection may be silent, up to 255 s; streams need it. */
	readonly idleSeconds?: number;
	/** The body of an error, if this route has a form of its own. */
	readonly errorBody?: ErrorBody;
}

export type ErrorBody = (status: number, message: string, request: Request) => unknown;

export interface HttpRoute extends RouteOptions {
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	readonly handle: (call: Call) => Response | Promise<Response>;
}

export interface SocketRoute extends RouteOptions {
	readonly method: "WEBSOCKET";
	/** The handler of this socket, or an `HttpError`. */
	readonly connect: (call: Call) => SocketHandler;
}

export type Route = HttpRoute | SocketRoute;

export interface RouteMatch {
	readonly route: Route;
	readonly params: Readonly<Record<string, string>>;
}

/** The first route that fits; `allowed` has the methods of routes that fit but for the method. */
export function matchRoute(
	routes: readonly Route[],
	method: string,
	path: string,
): { readonly match: RouteMatch | undefined; readonly allowed: readonly string[] } {
	const wanted = method === "HEAD" ? "GET" : method;
	const fitting = routes.flatMap((route) => {
		const params = matchPath(route.path, path);
		return params === undefined ? [] : [{ route, params }];
	});
	return {
		match: fitting.find(({ route }) => route.method === wanted),
		allowed: [...new Set(fitting.map(({ route }) => (route.method === "WEBSOCKET" ? "GET" : route.method)))],
	};
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
	const wanted = pattern.split("/");
	const parts = path.split("/");
	const hasRest = wanted.at(-1) === "*";
	if (hasRest ? parts.length < wanted.length : parts.length !== wanted.length) return undefined;
	const params: Record<string, string> = {};
	for (const [index, segment] of wanted.entries()) {
		const part = parts[index] ?? "";
		if (hasRest && index === wanted.length - 1) params["*"] = parts.slice(index).join("/");
		else if (segment.startsWith(":")) {
			const value = decode(part);
			if (value === undefined || value === "") return undefined;
			params[segment.slice(1)] = value;
		} else if (segment !== part) return undefined;
	}
	return params;
}

function decode(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		// A lone % names nothing.
		return undefined;
	}
}
