import { lookup as dnsLookup } from "node:dns/promises";
import { BlockList, isIP, isIPv6 } from "node:net";

/** How far inside a network an address is. */
export type Reach = "public" | "private" | "loopback" | "link-local" | "metadata";

export type Lookup = (host: string) => Promise<readonly string[]>;

/** From the outside in. */
export const reaches: readonly Reach[] = ["public", "private", "loopback", "link-local", "metadata"];

type Subnet = readonly [net: string, prefix: number];

/** The first match counts. */
const ranges: ReadonlyArray<readonly [Reach, readonly Subnet[]]> = [
	// Clouds give the keys of a machine to whoever asks there.
	[
		"metadata",
		[
			["169.254.169.254", 32],
			["169.254.169.253", 32],
			["169.254.170.2", 32],
			["169.254.170.23", 32],
			["169.254.42.42", 32],
			["100.100.100.200", 32],
			["168.63.129.16", 32],
			["192.0.0.192", 32],
			["fd00:ec2::", 32],
			["fd20:ce::254", 128],
			["fd00:42::42", 128],
		],
	],
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
	[
		"link-local",
		[
			["169.254.0.0", 16],
			["fe80::", 10],
		],
	],
	[
		"private",
		[
			["10.0.0.0", 8],
			["100.64.0.0", 10],
			["172.16.0.0", 12],
			["192.0.0.0", 24],
			["192.0.2.0", 24],
			["192.168.0.0", 16],
			["198.18.0.0", 15],
			["198.51.100.0", 24],
			["203.0.113.0", 24],
			["224.0.0.0", 3],
			["64:ff9b:1::", 48],
			["100::", 64],
			// Teredo: the address behind it is somebody's own.
			["2001::", 32],
			["fc00::", 7],
			["fec0::", 10],
			["ff00::", 8],
		],
	],
];

const blocks = ranges.map(([reach, subnets]) => {
	const list = new BlockList();
	for (const [net, prefix] of subnets) list.addSubnet(net, prefix, net.includes(":") ? "ipv6" : "ipv4");
	return [reach, list] as const;
});

/** Of an IP address, with or without brackets. */
export function reachOfAddress(address: string): Reach {
	const plain = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
	const carried = isIPv6(plain) ? carriedAddress(plain) : undefined;
	if (carried) return reachOfAddress(carried);
	const family = isIPv6(plain) ? "ipv6" : "ipv4";
	return blocks.find(([, list]) => list.check(plain, family))?.[0] ?? "public";
}

/** The IPv4 address that an IPv6 one stands for: mapped, compatible, NAT64 and 6to4. */
function carriedAddress(address: string): string | undefined {
	const groups = splitGroups(address);
	const [first, second, third] = groups;
	const head = groups.slice(0, 6).join(":");
	const isTail = head === "0:0:0:0:0:ffff" || head === "0:0:0:0:ffff:0" || head === "64:ff9b:0:0:0:0";
	const isCompatible = head === "0:0:0:0:0:0" && groups[6] !== "0";
	if (isTail || isCompatible) return dotted(groups[6], groups[7]);
	return first === "2002" ? dotted(second, third) : undefined;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function splitGroups(address: string): readonly string[] {
	// The URL parser knows every notation and writes one.
	const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
	const [before = "", after] = short.split("::");
	const head = before === "" ? [] : before.split(":");
	const tail = after === undefined || after === "" ? [] : after.split(":");
	const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
	return [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
}

function dotted(high = "0", low = "0"): string {
	const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
	return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** Farther inside of two. */
export function innermost(found: readonly Reach[]): Reach {
	return reaches[Math.max(0, ...found.map((reach) => reaches.indexOf(reach)))] ?? "public";
}

export interface JudgedHost {
	readonly reach: Reach;
	/** What the name stands for now; empty when nobody knows it. */
	readonly addresses: readonly string[];
}

/** A host in any notation. Of several addresses the one that is farthest inside counts. */
export async function judgeHost(host: string, lookup: Lookup = systemLookup): Promise<JudgedHost> {
	const name = plainHost(host);
	if (isIP(name)) return { reach: reachOfAddress(name), addresses: [name] };
	const addresses = await lookup(name);
	return { reach: innermost([reachOfName(name), ...addresses.map(reachOfAddress)]), addresses };
}

export async function reachOfHost(host: string, lookup: Lookup = systemLookup): Promise<Reach> {
	return (await judgeHost(host, lookup)).reach;
}

/** As a URL has it, without brackets and last dot: `0x7f.1` becomes `127.0.0.1`. */
export function plainHost(host: string): string {
	const bare = host.replace(/^\[|\]$/g, "");
	const { hostname } = URL.parse(isIPv6(bare) ? `http://[${bare}]/` : `http://${host}/`) ?? { hostname: bare };
	return hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");
}

const insideSuffixes = [".local", ".internal", ".lan", ".home.arpa", ".intranet", ".corp"];

function reachOfName(name: string): Reach {
	if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
	if (name === "metadata.google.internal" || name === "metadata.goog") return "metadata";
	return insideSuffixes.some((suffix) => name.endsWith(suffix)) ? "private" : "public";
}

/** Nothing for a name that only a proxy can resolve; it is for the proxy to judge. */
export const systemLookup: Lookup = async (host) => {
	try {
		return (await dnsLookup(host, { all: true })).map(({ address }) => address);
	} catch {
		return [];
	}
};
