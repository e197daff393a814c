import { plainHost } from "@oh-my-pi/pi-utils/net/inside-address";

/** An address, a name with a dot, `localhost`; with or without scheme and port. */
const hostPattern =
	/(?:https?:\/\/(?:[^\s/@]*@)?)?(\[[0-9a-f:.]+\]|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]+|localhost)(?=$|[^\p{L}\p{N}.-]|\.(?:$|\s))/giu;
const urlPattern = /https?:\/\/[^\s<>"'`)\]]+\]?[^\s<>"'`)]*/giu;

/** The hosts that a text of the user's names. */
export function hostsIn(text: string): ReadonlySet<string> {
	const hosts = new Set<string>();
	// A name of one word is only one in a URL.
	for (const [url] of text.matchAll(urlPattern)) {
		const hostname = URL.parse(url)?.hostname;
		if (hostname) hosts.add(plainHost(hostname));
	}
	for (const [, host] of text.matchAll(hostPattern)) if (host) hosts.add(plainHost(host));
	return hosts;
}
