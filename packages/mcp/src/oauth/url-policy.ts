import { lookup as dnsLookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { OAuthError } from "./oauth-error.ts";

/** How far inside a network an address is. */
export type Reach = "public" | "private" | "loopback" | "link-local";

export type Lookup = (host: string) => Promise<readonly string[]>;

const ranges: ReadonlyArray<readonly [Reach, ReadonlyArray<readonly [string, number]>]> = [
	[
		"loopback",
		[
			["127.0.0.0", 8],
			// What is not an address of anybody reaches this machine.
			["0.0.0.0", 8],
			["::", 128],
			["::1", 128],
		],
	],
	// Clouds offer the keys of a machine there.
	[
		"link-local",
		[
			["169.254.0.0", 16],
			["fe80::", 10],
			["fd00:ec2::", 32],
		],
	],
	[
		"private",
		[
			["10.0.0.0", 8],
			["100.64.0.0", 10],
			["172.16.0.0", 12],
			["192.0.0.0", 24],
			["192.168.0.0", 16],
			["198.18.0.0", 15],
			["224.0.0.0", 3],
			["fc00::", 7],
			["64:ff9b::", 96],
			["ff00::", 8],
		],
	],
];

const blocks = ranges.map(([reach, subnets]) => {
	const list = new BlockList();
	for (const [net, prefix] of subnets) list.addSubnet(net, prefix, net.includes(":") ? "ipv6" : "ipv4");
	return [reach, list] as const;
});

function reachOfAddress(address: string): Reach {
	const plain = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
	const mapped = mappedAddress(plain);
	if (mapped) return reachOfAddress(mapped);
	const family = isIP(plain) === 6 ? "ipv6" : "ipv4";
	return blocks.find(([, list]) => list.check(plain, family))?.[0] ?? "public";
}

/** The IPv4 address in an IPv6 one. */
function mappedAddress(address: string): string | undefined {
	const [, dotted] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
	if (dotted) return dotted;
	const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
	if (high === undefined || low === undefined) return undefined;
	const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
	return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

const order: readonly Reach[] = ["public", "private", "loopback", "link-local"];

/** Of several addresses of a host the one that is farthest inside counts. */
async function reachOf(host: string, lookup: Lookup): Promise<Reach> {
	const name = host.toLowerCase().replace(/\.$/, "");
	if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
	const addresses = isIP(name.replace(/^\[|\]$/g, "")) ? [name] : await lookup(name);
	return addresses
		.map(reachOfAddress)
		.reduce<Reach>((far, reach) => (order.indexOf(reach) > order.indexOf(far) ? reach : far), "public");
}

/** A name that only a proxy can resolve is for the proxy to judge. */
const systemLookup: Lookup = async (host) => {
	try {
		return (await dnsLookup(host, { all: true })).map(({ address }) => address);
	} catch {
		return [];
	}
};

/**
 * Whether a server may send us to an address. What it names is fetched from inside the user's network, so a server outside must
 * not choose addresses inside; and plain HTTP is only for servers that are used that way themselves.
 */
export class UrlPolicy {
	readonly #server: URL;
	readonly #lookup: Lookup;
	#serverReach: Promise<Reach> | undefined;

	constructor(serverUrl: string, lookup: Lookup = systemLookup) {
		this.#server = new URL(serverUrl);
		this.#lookup = lookup;
	}

	/** The address as a URL; throws when it must not be used. */
	async check(address: string): Promise<URL> {
		const url = URL.parse(address);
		const refuse = (why: string) => new OAuthError("unsafe", `${shownAddress(address)} ${why}`);
		if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) throw refuse("is not an http(s) address");
		if (url.username !== "" || url.password !== "") throw refuse("has a name or password in it");
		if (url.host === this.#server.host && url.protocol === this.#server.protocol) return url;
		this.#serverReach ??= reachOf(this.#server.hostname, this.#lookup);
		const [own, target] = await Promise.all([this.#serverReach, reachOf(url.hostname, this.#lookup)]);
		if (url.protocol === "http:" && this.#server.protocol !== "http:" && target !== "loopback") {
			throw refuse("is not encrypted");
		}
		const isInside = target === "link-local" || order.indexOf(target) > order.indexOf(own);
		if (isInside && url.hostname !== this.#server.hostname) {
			throw refuse(`is inside your network, and ${this.#server.host} must not choose that`);
		}
		return url;
	}
}

function shownAddress(address: string): string {
	const url = URL.parse(address);
	const shown = url && url.host !== "" ? `${url.protocol}//${url.host}${url.pathname}` : address;
	return shown.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 200);
}
