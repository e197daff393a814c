import { expect, test } from "bun:test";
import { judgeHost, type Reach, reachOfHost } from "./inside-address.ts";

const names: Readonly<Record<string, readonly string[]>> = {
	"example.com": ["93.184.216.34", "2606:2800:220:1::1"],
	"two-faced.example": ["93.184.216.34", "10.0.0.1"],
	"nat64.example": ["64:ff9b::5db8:d822"],
	"nat64-inside.example": ["64:ff9b::a00:1"],
	"localhost.example": ["127.0.0.1"],
};
const lookup = async (host: string) => names[host] ?? [];

const cases: ReadonlyArray<readonly [Reach, string]> = [
	["public", "example.com EXAMPLE.com. 93.184.216.34 [2606:2800:220:1::1] nat64.example [64:ff9b::5db8:d822] 1.1"],
	["loopback", "localhost LOCALHOST. a.localhost 127.0.0.1 127.1 0x7f.1 0177.0.0.1 2130706433 0x7f000001 0 0.0.0.0"],
	["loopback", "[::1] ::1 [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1]"],
	["loopback", "[2002:7f00:1::] localhost.example 127.0.0.1. １２７.０.０.１"],
	["private", "10.1.2.3 172.20.0.1 192.168.1.1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 [fc00::1] [fd12::1]"],
	[
		"private",
		"[2002:a00:1::1] [::ffff:10.0.0.1] [64:ff9b::c0a8:101] [64:ff9b:1::1] [ff02::1] [2001:0:1::1] two-faced.example",
	],
	["private", "printer.local db.internal nas.lan a.home.arpa nat64-inside.example 0xa000001 167772161 012.0.0.1"],
	["link-local", "169.254.1.1 [fe80::1] [::ffff:169.254.1.1]"],
	["metadata", "169.254.169.254 169.254.170.2 [fd00:ec2::254] 100.100.100.200 metadata.google.internal 2852039166"],
	["metadata", "[::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [2002:a9fe:a9fe::] 0xa9fea9fe 168.63.129.16"],
];

test.each(cases)("%s: %s", async (reach, hosts) => {
	for (const host of hosts.split(" ")) expect([host, await reachOfHost(host, lookup)]).toEqual([host, reach]);
});

test("a judged host comes with the addresses it was judged by", async () => {
	expect(await judgeHost("two-faced.example", lookup)).toEqual({
		reach: "private",
		addresses: ["93.184.216.34", "10.0.0.1"],
	});
	expect(await judgeHost("0x7f.1", lookup)).toEqual({ reach: "loopback", addresses: ["127.0.0.1"] });
	expect(await judgeHost("nobody.example", lookup)).toEqual({ reach: "public", addresses: [] });
});
