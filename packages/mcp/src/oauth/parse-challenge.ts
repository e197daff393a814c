import type { AuthChallenge } from "../server/server-config.ts";

/** What a `Bearer` challenge asks for. */
export interface BearerChallenge {
	/** Where the metadata of the protected resource is. */
	readonly resourceMetadata?: string;
	/** Separated by spaces. */
	readonly scope?: string;
	readonly error?: string;
}

const maxLength = 8192;
const token = /[\w!#$%&'*+.^`|~-]+/y;
const value = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=]+))/y;

/** The `Bearer` part of a `WWW-Authenticate` header, which may name other schemes before and after it. */
export function parseChallenge(header: string | undefined): BearerChallenge {
	const text = (header ?? "").slice(0, maxLength);
	const found = new Map<string, string>();
	let scheme = "";
	for (let at = 0; at < text.length; ) {
		token.lastIndex = at;
		const [name] = token.exec(text) ?? [];
		if (name === undefined) {
			at += 1;
			continue;
		}
		at = token.lastIndex;
		value.lastIndex = at;
		const [, quoted, plain] = value.exec(text) ?? [];
		if (quoted === undefined && plain === undefined) {
			scheme = name.toLowerCase();
			continue;
		}
		at = value.lastIndex;
		const key = name.toLowerCase();
		if (scheme === "bearer" && !found.has(key)) found.set(key, plain ?? (quoted ?? "").replace(/\\(.)/g, "$1"));
	}
	const resourceMetadata = found.get("resource_metadata");
	const scope = found.get("scope")?.trim();
	const error = found.get("error");
	return { ...(resourceMetadata && { resourceMetadata }), ...(scope && { scope }), ...(error && { error }) };
}

/** Whether the server takes the token but wants one that allows more. */
export function wantsMoreScope({ status, wwwAuthenticate }: AuthChallenge): boolean {
	const { error, scope } = parseChallenge(wwwAuthenticate);
	return status === 403 && (error === "insufficient_scope" || scope !== undefined);
}
