import { expect, test } from "bun:test";
import { connect } from "node:net";
import { until } from "@oh-my-pi/pi-testkit/until";
import { PortForwards, type ServersInside } from "./port-forwards.ts";

/** A box whose servers are, under another port, some of this machine. */
function fakeBox() {
	const servers = new Map<number, number>();
	const looks = { all: 0 };
	const inside: ServersInside = {
		list() {
			looks.all++;
			return new Map([...servers.keys()].map((port) => [port, "ipv4"] as const));
		},
		count: () => String(servers.size),
		hasPrograms: () => servers.size > 0,
		connect(port) {
			const real = servers.get(port);
			if (real === undefined) throw new Error("refused");
			return connect({ port: real, host: "127.0.0.1", allowHalfOpen: true });
		},
	};
	const notes: string[] = [];
	return { servers, looks, notes, forwards: new PortForwards(inside, proxyPort, (note) => notes.push(note)) };
}

const proxyPort = 41_080;

function freePort(): number {
	using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	return server.port;
}

const fetchAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`, { keepalive: false })).text();

test("a server is found while programs run, and its port closed with it", async () => {
	const { servers, forwards } = fakeBox();
	using _ = forwards;
	await using real = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("inside") });
	const port = freePort();
	forwards.watch();
	servers.set(port, Number(real.port));
	await until(async () => (await fetchAt(port).catch(() => "")) === "inside");
	expect([forwards.isForwarded(port), forwards.isForwarded(Number(real.port))]).toEqual([true, false]);
	servers.clear();
	await until(() => !forwards.isForwarded(port));
	expect(await fetchAt(port).catch(() => "closed")).toBe("closed");
});

test("all ports are looked at only when the number of sockets has changed", () => {
	const { servers, looks, forwards } = fakeBox();
	using _ = forwards;
	forwards.look();
	forwards.look();
	forwards.takeNotes();
	expect(looks.all).toBe(1);
	servers.set(freePort(), 1);
	forwards.look();
	forwards.look();
	expect(looks.all).toBe(2);
});

test("the port of the proxy is left alone, and a taken one is replaced and said once", async () => {
	const { servers, notes, forwards } = fakeBox();
	using _ = forwards;
	await using real = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("inside") });
	const taken = Number(real.port);
	servers.set(proxyPort, taken).set(taken, taken);
	const [note = "", ...more] = forwards.takeNotes();
	expect([more, forwards.takeNotes(), notes]).toEqual([[], [], [note]]);
	const other = Number(new RegExp(`^Port ${taken} .* at 127\\.0\\.0\\.1:(\\d+), since`).exec(note)?.[1]);
	expect(await fetchAt(other)).toBe("inside");
	expect(forwards.isForwarded(proxyPort)).toBe(false);
});
