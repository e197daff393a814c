import { plainHost } from "@oh-my-pi/pi-utils/net/inside-address";

const urlPattern = /https?:\/\/[^\s<>"'`(),;]{1,2000}/giu;
/** What a word is that may be a host, with a port or a path behind it. */
const wordBreak = /[\s<>"'`(){},;|=]+/u;
const hostPattern =
	/^(?:\[([0-9a-f:.]+)\]|((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+|localhost))\.?(?::(\d+))?(?:[/?#!:.].*)?$/iu;
const maxWord = 300;
const maxHost = 253;

/** The hosts that a text of the user's names, each with its ports: those of the web where none is named. */
export function hostsIn(text: string): ReadonlySet<string> {
	const hosts = new Set<string>();
	// A name of one word is only one in a URL.
	for (const [url] of text.matchAll(urlPattern)) {
		const parsed = URL.parse(url);
		if (parsed && parsed.hostname.length <= maxHost) hosts.add(hostAndPort(parsed));
	}
	for (const word of text.split(wordBreak)) {
		const [, bracketed, name, port] = word.length > maxWord ? [] : (hostPattern.exec(word) ?? []);
		const host = bracketed ?? name;
		if (!host) continue;
		for (const each of port === undefined ? webPorts : [Number(port)]) hosts.add(`${plainHost(host)} ${each}`);
	}
	return hosts;
}

/** As it is kept: the host in one notation, and the port in any case. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
	return `${plainHost(hostname)} ${port || (protocol === "https:" ? 443 : 80)}`;
}

const webPorts = [80, 443];
