import type { Route } from "./route.ts";

const usualHeaders = ["authorization", "content-type"];

/** What a browser asks before it lets a page send. `headers` may end with `*`, of which there is none in CORS with a bearer. */
export function preflightHeaders(
	request: Request,
	routes: readonly Route[],
	headers: readonly string[] = usualHeaders,
): Record<string, string> {
	const methods = new Set(routes.map(({ method }) => (method === "WEBSOCKET" ? "GET" : method)));
	return {
		"access-control-allow-methods": [...methods, "OPTIONS"].join(", "),
		"access-control-allow-headers": allowedHeaders(request, headers).join(", "),
		"access-control-max-age": "86400",
	};
}

function allowedHeaders(request: Request, headers: readonly string[]): string[] {
	const names = headers.filter((name) => !name.endsWith("*"));
	const prefixes = headers.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
	const requested = (request.headers.get("access-control-request-headers") ?? "").toLowerCase().split(/[\s,]+/);
	const fitting = requested.filter(
		(name) => /^[a-z0-9-]{1,100}$/.test(name) && prefixes.some((prefix) => name.startsWith(prefix)),
	);
	return [...new Set([...names, ...fitting])];
}
