import { fromBase64Url } from "@oh-my-pi/pi-utils/bytes/base64url";
import { keyBytes, roomBytes, writeTokenBytes } from "./limits.data.ts";

/** What a link says: where the room is, and what opens it. */
export interface CollabLink {
	/** `wss://host[:port]`, or `ws://` for this machine; `undefined` stands for the relay of the settings. */
	readonly relay: string | undefined;
	readonly room: string;
	/** Opens frames; only people who have the link know it. */
	readonly key: Uint8Array<ArrayBuffer>;
	/** Absent from a view-only link. */
	readonly writeToken: Uint8Array<ArrayBuffer> | undefined;
}

export class LinkError extends Error {
	constructor(message: string) {
		super(message);
		this.name = "LinkError";
	}
}

const shape = /^([\w-]+)[.#]([\w-]+)$/;

/** Parses every form of a link. Throws a `LinkError` that never repeats the secret. */
export function parseLink(text: string): CollabLink {
	const trimmed = text
		.trim()
		.replace(/^["'<]+|["'>]+$/g, "")
		.replaceAll("%23", "#");
	const url = /^(https?|wss?):\/\/([^/?#\s]+)([^#\s]*)(?:#(\S+))?$/i.exec(trimmed);
	if (url) {
		const [, scheme = "", host = "", path = "", fragment] = url;
		// A page: the fragment has the link, and wins when it is complete.
		if (fragment !== undefined && !/\/r\/[\w-]+$/.test(path)) {
			if (fragment.includes("/r/")) return parseLink(fragment);
			return parts(fragment, relayAt(scheme, host));
		}
		const inPath = /\/r\/([^/]+)$/.exec(fragment === undefined ? path : `${path}#${fragment}`);
		if (!inPath?.[1]) throw new LinkError("This is no link to a shared session: /r/<room>.<secret> is missing.");
		return parts(inPath[1], relayAt(scheme, host));
	}
	const hosted = /^([^/\s]+)\/r\/(\S+)$/.exec(trimmed);
	if (hosted) return parts(hosted[2] ?? "", relayAt("wss", hosted[1] ?? ""));
	return parts(trimmed, undefined);
}

/** The address of a relay as settings have it, such as `localhost:7475` or `wss://relay.example`. */
export function parseRelay(text: string): string {
	const match = /^(?:(https?|wss?):\/\/)?([^/?#\s]+)\/?$/i.exec(text.trim());
	if (!match?.[2])
		throw new LinkError(`"${text}" is no address of a relay: expected wss://host or ws://localhost:7475.`);
	const isBare = match[1] === undefined;
	return relayAt(isBare && isLocal(match[2]) ? "ws" : (match[1] ?? "wss"), match[2]);
}

function relayAt(scheme: string, host: string): string {
	const isPlain = scheme.toLowerCase() === "ws" || scheme.toLowerCase() === "http";
	if (!URL.canParse(`wss://${host}`) || host.includes("@")) throw new LinkError(`"${host}" is no address of a relay.`);
	if (isPlain && !isLocal(host))
		throw new LinkError(`Plain connections are for this machine only; use wss:// for ${host}.`);
	return `${isPlain ? "ws" : "wss"}://${host}`;
}

function isLocal(host: string): boolean {
	return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(host);
}

function parts(text: string, relay: string | undefined): CollabLink {
	const [, room = "", secretText = ""] = shape.exec(text) ?? [];
	const secret = fromBase64Url(secretText) ?? new Uint8Array();
	if (fromBase64Url(room)?.length !== roomBytes)
		throw new LinkError("This is no link to a shared session: expected <room>.<secret>.");
	if (secret.length !== keyBytes && secret.length !== keyBytes + writeTokenBytes)
		throw new LinkError("The link is incomplete: its end is missing or something was added. Copy it once more.");
	const writeToken = secret.length > keyBytes ? secret.slice(keyBytes) : undefined;
	return { relay, room, key: secret.slice(0, keyBytes), writeToken };
}
