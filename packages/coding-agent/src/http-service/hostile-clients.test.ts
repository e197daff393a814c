import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { AccessLine } from "./access-log.ts";
import { startHttpService } from "./http-service.ts";
import { jsonResponse } from "./responses.ts";
import type { Route } from "./route.ts";

const routes: readonly Route[] = [
	{ method: "GET", path: "/", handle: () => jsonResponse("ok") },
	{
		method: "POST",
		path: "/",
		bodyTimeoutMs: 300,
		handle: async (call) => jsonResponse((await call.bytes()).byteLength),
	},
];

function start() {
	const lines: AccessLine[] = [];
	const log = (line: AccessLine) => void lines.push(line);
	const bind = { host: "127.0.0.1", port: 0 };
	const service = startHttpService({ bind, routes, now: () => 0, log, limits: { graceMs: 20 } });
	return { service, lines, [Symbol.asyncDispose]: () => service.end() };
}

async function connect(port: number, text: string) {
	const client = { received: "", isClosed: false, end: () => {} };
	const socket = await Bun.connect({
		hostname: "127.0.0.1",
		port,
		socket: {
			data: (_socket, data) => {
				client.received += data.toString();
			},
			close: () => {
				client.isClosed = true;
			},
			error: () => {},
		},
	});
	socket.write(text);
	client.end = () => socket.terminate();
	return { client, socket };
}

test("hostile clients: 200 that never finish their heads are closed, while others are answered", async () => {
	await using server = start();
	const head = "GET / HTTP/1.1\r\nHost: localhost\r\n";
	const slow = await Promise.all(Array.from({ length: 200 }, () => connect(server.service.port, head)));
	const trickle = setInterval(() => {
		for (const { socket, client } of slow) if (!client.isClosed) socket.write("X-A: b\r\n");
	}, 1000);
	try {
		expect((await fetch(server.service.url)).status).toBe(200);
		await until(() => slow.every(({ client }) => client.isClosed), { timeoutMs: 25_000 });
		expect((await fetch(server.service.url)).status).toBe(200);
	} finally {
		clearInterval(trickle);
	}
}, 30_000);

test("hostile clients: a body that trickles in is cut off after its time", async () => {
	await using server = start();
	const { client, socket } = await connect(
		server.service.port,
		"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
	);
	const trickle = setInterval(() => void socket.write("a"), 50);
	try {
		await until(() => client.received.includes("408"));
		expect(server.lines.map(({ status }) => status)).toEqual([408]);
	} finally {
		clearInterval(trickle);
		client.end();
	}
});

test("hostile clients: 100 MB are refused, announced or not, without being kept", async () => {
	await using server = start();
	const before = process.memoryUsage.rss();
	const piece = new Uint8Array(1024 * 1024);
	const announced = await connect(
		server.service.port,
		`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${100 * piece.length}\r\n\r\n`,
	);
	await until(() => announced.client.received.includes("413"));
	announced.client.end();
	let sent = 0;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			sent++;
			controller.enqueue(piece);
			if (sent === 100) controller.close();
		},
	});
	const status = await fetch(server.service.url, { method: "POST", body }).then(
		(response) => response.status,
		() => 0,
	);
	expect(status).toBeOneOf([413, 0]);
	expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
	expect((await fetch(server.service.url)).status).toBe(200);
});

test("hostile clients: one that hangs up in the middle of its body leaves nothing behind", async () => {
	await using server = start();
	const { client } = await connect(
		server.service.port,
		"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc",
	);
	await until(() => server.service.activeRequests === 1);
	client.end();
	await until(() => server.service.activeRequests === 0);
	expect(server.lines.map(({ status }) => status)).toEqual([499]);
});

test("hostile clients: a Host that names nothing gets 400", async () => {
	await using server = start();
	for (const host of ["a b", "[::1", "::::", "a:99999", "%%", "", "user@host", "a/b"]) {
		const { client } = await connect(
			server.service.port,
			`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
		);
		await until(() => client.isClosed);
		expect([host, client.received.split("\r\n")[0]]).toEqual([host, "HTTP/1.1 400 Bad Request"]);
		expect(client.received).toEndWith('{"error":"The Host header names no host"}');
	}
	expect(server.lines.map(({ status, path }) => [status, path])).toEqual(Array(8).fill([400, "/"]));
	expect(server.service.activeRequests).toBe(0);
});
