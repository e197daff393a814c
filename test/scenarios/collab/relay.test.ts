import { expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { until } from "@oh-my-pi/pi-testkit/until";
import { startRelay } from "./shared-room.ts";

setDefaultTimeout(60_000);

const room = "A".repeat(22);

/** A socket of a page or program, and the code it is closed with. */
function socketAt(port: number, query: string, headers: Readonly<Record<string, string>> = {}) {
	const socket = new WebSocket(`ws://127.0.0.1:${port}/r/${room}?${query}`, { headers } as never);
	const closed = new Promise<number>((resolve) => {
		socket.onclose = ({ code }) => resolve(code);
	});
	const opened = new Promise<void>((resolve) => {
		socket.onopen = () => resolve();
	});
	return { socket, closed, opened, [Symbol.dispose]: () => socket.close() };
}

test("the page of collab.webUrl joins from any origin, also behind a proxy that names itself; pages host and store nothing", async () => {
	await using omp = await ompProject({});
	await using relay = await startRelay(omp, ["--host=relay.example.org"]);
	using host = socketAt(relay.port, "role=host&owner=x");
	await host.opened;
	for (const headers of [
		{ origin: "https://relay.example.org", host: "relay.example.org" },
		{ origin: "https://web.example.org", host: "relay.example.org" },
		// A proxy that does not pass the name on.
		{ origin: "https://relay.example.org" },
	]) {
		using guest = socketAt(relay.port, "role=guest", headers);
		await guest.opened;
	}
	const origin = "https://web.example.org";
	expect(await socketAt(relay.port, "role=host&owner=y", { origin }).closed).toBe(4401);
	const url = `http://127.0.0.1:${relay.port}`;
	const stored = await fetch(`${url}/s`, { method: "POST", body: "x", headers: { origin } });
	expect(stored.status).toBe(401);
	// A name that was pointed at this machine is still refused.
	expect((await fetch(`${url}/healthz`, { headers: { host: "evil.example" } })).status).toBe(403);
});

test("guests cannot end a room: a host that is behind stays, whatever they send at once", async () => {
	await using omp = await ompProject({});
	await using relay = await startRelay(omp);
	// A host that reads nothing for a while.
	const host = connect(relay.directPort, "127.0.0.1");
	const key = "dGhlIHNhbXBsZSBub25jZQ==";
	host.write(
		`GET /r/${room}?role=host&owner=o HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
	);
	await new Promise((resolve) => host.once("data", resolve));
	host.pause();
	let received = 0;
	let isClosed = false;
	host.on("close", () => {
		isClosed = true;
	});
	const guests = Array.from({ length: 8 }, () => socketAt(relay.directPort, "role=guest"));
	const codes: number[] = [];
	for (const { closed } of guests) void closed.then((code) => codes.push(code));
	await Promise.all(guests.map(({ opened }) => opened));
	for (const { socket } of guests) socket.send(new Uint8Array(8 * 1024 * 1024 - 100));
	await until(() => codes.length >= 3);
	const rooms = async () =>
		((await (await fetch(`http://127.0.0.1:${relay.directPort}/healthz`)).json()) as { rooms: number }).rooms;
	expect([isClosed, await rooms(), new Set(codes)]).toEqual([false, 1, new Set([1013])]);
	// It goes on, and gets what waited for it.
	host.on("data", (bytes) => {
		received += bytes.length;
	});
	host.resume();
	const kept = guests.length - codes.length;
	await until(() => received > kept * 8 * 1024 * 1024 - 1000);
	expect([isClosed, await rooms()]).toEqual([false, 1]);
	host.destroy();
});
