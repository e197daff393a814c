import { toBase64Url } from "@oh-my-pi/pi-utils/bytes/base64url";
import type { CollabLink } from "./link.ts";

/** The link as a terminal takes it. */
export function formatLink({ relay, room, key, writeToken }: CollabLink): string {
	const secret = toBase64Url(Uint8Array.of(...key, ...(writeToken ?? [])));
	const short = `${room}.${secret}`;
	if (relay === undefined) return short;
	const { protocol, host } = new URL(relay);
	return protocol === "wss:" ? `${host}/r/${short}` : `ws://${host}/r/${short}`;
}

/** The link for a browser. With a page of its own, the fragment says where the room is; otherwise the relay serves the page. */
export function formatWebLink(link: CollabLink & { readonly relay: string }, webUrl: string): string {
	const { protocol, host } = new URL(link.relay);
	if (webUrl !== "") return `${webUrl.replace(/[#/]+$/, "")}/#${formatLink(link)}`;
	return `${protocol === "wss:" ? "https" : "http"}://${host}/#${formatLink({ ...link, relay: undefined })}`;
}
