import type { McpServer } from "../../../discovery/capabilities/mcp-servers.ts";

/** What the definition of a server says about logins. */
export interface ServerOAuth {
	readonly url: string;
	readonly transport: string;
	readonly clientId?: string;
	readonly clientSecret?: string;
	readonly redirectUri?: string;
	readonly callbackPort?: number;
	readonly callbackPath?: string;
	readonly prompt?: string;
	/** Separated by spaces. */
	readonly scopes?: string;
}

/** `undefined` for a server without an address, where there is nothing to log in at. */
export function serverOAuth({ url, transport, oauth = {}, auth = {} }: McpServer): ServerOAuth | undefined {
	if (transport === "stdio" || !url || !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return undefined;
	const text = (key: string, ...tables: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
		const found = tables.map((table) => table[key]).find((value) => typeof value === "string" && value !== "");
		return typeof found === "string" ? { [key]: found } : {};
	};
	const port = Number(oauth.callbackPort);
	const scopes = Array.isArray(oauth.scopes) ? oauth.scopes.join(" ") : oauth.scopes;
	return {
		url,
		transport,
		...text("clientId", oauth, auth),
		...text("clientSecret", oauth, auth),
		...text("redirectUri", oauth),
		...(Number.isInteger(port) && port > 0 && port < 65_536 && { callbackPort: port }),
		...text("callbackPath", oauth),
		...text("prompt", oauth),
		...(typeof scopes === "string" && scopes.trim() !== "" && { scopes: scopes.trim() }),
	};
}

/** A header in the definition, in any case, is the user's own way to authenticate. */
export function hasOwnAuthorization({ headers = {} }: McpServer): boolean {
	return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

export interface Callback {
	/** Where to listen; absent when the address that comes back has to be pasted. */
	readonly port?: number;
	readonly path: string;
	/** Another port does as well. */
	readonly anyPort: boolean;
	readonly redirectUri: (port: number) => string;
}

const usualPort = 3000;

/** Where the browser comes back to. */
export function resolveCallback({ redirectUri, callbackPort, callbackPath, clientId }: ServerOAuth): Callback {
	const redirect = redirectUri === undefined ? undefined : new URL(redirectUri);
	const path = callbackPath ?? redirect?.pathname ?? "/callback";
	const rooted = path.startsWith("/") ? path : `/${path}`;
	if (!redirect) {
		return {
			port: callbackPort ?? usualPort,
			path: rooted,
			// A client that is registered now is registered with the port it has.
			anyPort: callbackPort === undefined && clientId === undefined,
			redirectUri: (port) => `http://localhost:${port}${rooted}`,
		};
	}
	const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(redirect.hostname);
	if (isLoopback && redirect.protocol === "https:" && callbackPort === undefined) {
		throw new Error('an https "redirectUri" on this machine needs a "callbackPort"');
	}
	const redirectPort = isLoopback && redirect.protocol === "http:" ? Number(redirect.port || 80) : undefined;
	const port = callbackPort ?? redirectPort;
	return { ...(port !== undefined && { port }), path: rooted, anyPort: false, redirectUri: () => redirect.href };
}
