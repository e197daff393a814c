import { expect, test } from "bun:test";
import { formatAddress, isLoopback, parseBind } from "./bind-address.ts";

const defaults = { host: "127.0.0.1", port: 4000 };

test("bind address: host, port or both, IPv6 in brackets", () => {
	const parsed = ["0.0.0.0:80", "[::1]:81", "[::]", "localhost", ":82", "83", "box.lan:0"].map((text) => {
		const { host, port } = parseBind(text, defaults);
		return `${host} ${port}`;
	});
	expect(parsed).toEqual([
		"0.0.0.0 80",
		"::1 81",
		":: 4000",
		"localhost 4000",
		"127.0.0.1 82",
		"127.0.0.1 83",
		"box.lan 0",
	]);
});

test("bind address: anything else is refused with an example", () => {
	for (const text of ["", "a:b", "a:70000", "70000", "http://a:1", "a b:1", "::1", "a:1:2", "user@a:1"])
		expect(() => parseBind(text, defaults)).toThrow(
			`Cannot listen on "${text}": expected host:port, such as 127.0.0.1:4000`,
		);
});

test("bind address: only addresses of this machine are loopback, whatever a name looks like", () => {
	expect(["localhost", "127.0.0.1", "127.8.9.1", "::1"].filter(isLoopback)).toHaveLength(4);
	expect(
		["0.0.0.0", "::", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1", ""].filter(isLoopback),
	).toEqual([]);
});

test("bind address: an IPv6 address is written in brackets", () => {
	expect(formatAddress({ host: "::1", port: 1 })).toBe("[::1]:1");
});
