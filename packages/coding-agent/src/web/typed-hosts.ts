import { plainHost } from "@oh-my-pi/pi-utils/net/inside-address";

const urlPattern = /https?:\/\/[^\s<>"'`(),;]{1,2000}/giu;
/** What a word is that may be a host, with a port or a path behind it. */
const wordBreak = /[\s<>"'`(){},;|=]+/u;
const hostPattern =
	/^(?:\[([0-9a-f:.]+)\]|((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+|localhost))\.?(?::\d+)?(?:[/?#!:.].*)?$/iu;
const maxWord = 300;
const maxHost = 253;

/** The hosts that a text of the user's names. */
export function hostsIn(text: string): ReadonlySet<string> {
	const hosts = new Set<string>();
	// A name of one word is only one in a URL.
	for (const [url] of text.matchAll(urlPattern)) {
		const hostname = URL.parse(url)?.hostname;
		if (hostname && hostname.length <= maxHost) hosts.add(plainHost(hostname));
	}
	for (const word of text.split(wordBreak)) {
		const [, bracketed, name] = word.length > maxWord ? [] : (hostPattern.exec(word) ?? []);
		const host = bracketed ?? name;
		if (host) hosts.add(plainHost(host));
	}
	return hosts;
}
