import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { HttpError } from "./http-error.ts";
import { type ServiceOptions, startHttpService } from "./http-service.ts";
import type { SocketHandler } from "./route.ts";

function serveSockets(connect: () => SocketHandler, options: Partial<ServiceOptions> = {}) {
	const service = startHttpService({
		bind: { host: "127.0.0.1", port: 0 },
		routes: [{ method: "WEBSOCKET", path: "/r/:room", connect }],
		now: () => 0,
		...options,
	});
	const open = (headers: Record<string, string> = {}) => {
		const socket = new WebSocket(`ws://127.0.0.1:${service.port}/r/1`, { headers } as never);
		const seen: { received: string[]; code: number | undefined; isOpen: boolean } = {
			received: [],
			code: undefined,
			isOpen: false,
		};
		socket.onopen = () => {
			seen.isOpen = true;
		};
		socket.onmessage = ({ data }) => void seen.received.push(String(data));
		socket.onclose = ({ code }) => {
			seen.code = code;
		};
		return { socket, seen };
	};
	return { service, open, [Symbol.asyncDispose]: () => service.end() };
}

const echo = (): SocketHandler => ({ message: (socket, data) => void socket.send(data) });

test("sockets: messages come and go, and the end of the service closes them with 1001", async () => {
	await using server = serveSockets(echo);
	const { socket, seen } = server.open();
	await until(() => seen.isOpen);
	socket.send("hello");
	await until(() => seen.received.length === 1);
	expect(seen.received).toEqual(["hello"]);
	await server.service.end();
	await until(() => seen.code !== undefined);
	expect(seen.code).toBe(1001);
});

test("sockets: foreign pages, missing tokens and one too many are refused", async () => {
	await using server = serveSockets(echo, { tokens: () => [{ client: "a", token: "t" }], limits: { maxSockets: 1 } });
	const authorization = "Bearer t";
	const first = server.open({ authorization });
	await until(() => first.seen.isOpen);
	const refused = [
		server.open(),
		server.open({ authorization, origin: "https://evil.example" }),
		server.open({ authorization }),
	];
	await until(() => refused.every(({ seen }) => seen.code !== undefined));
	expect(refused.map(({ seen }) => seen.isOpen)).toEqual([false, false, false]);
	const upgrade = {
		connection: "upgrade",
		upgrade: "websocket",
		"sec-websocket-version": "13",
		"sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
	};
	const status = async (headers: Record<string, string>) =>
		(await fetch(`${server.service.url}/r/1`, { headers: { ...upgrade, ...headers } })).status;
	expect(
		await Promise.all([
			status({}),
			status({ authorization, origin: "https://evil.example" }),
			status({ authorization }),
		]),
	).toEqual([401, 403, 503]);
});

test("sockets: a handler may refuse a connection, and one that throws closes only its own", async () => {
	const errors: unknown[] = [];
	let isFull = false;
	const connect = (): SocketHandler => {
		if (isFull) throw new HttpError(409, "One host per room");
		return {
			message: (socket, data) => {
				if (data === "bad") throw new Error("broken");
				socket.send(data);
			},
		};
	};
	await using server = serveSockets(connect, { onError: (error) => errors.push(error) });
	const [first, second] = [server.open(), server.open()];
	await until(() => first.seen.isOpen && second.seen.isOpen);
	first.socket.send("bad");
	await until(() => first.seen.code !== undefined);
	expect([first.seen.code, errors]).toEqual([1011, [new Error("broken")]]);
	second.socket.send("good");
	await until(() => second.seen.received.length === 1);
	isFull = true;
	const third = server.open();
	await until(() => third.seen.code !== undefined);
	expect(third.seen.isOpen).toBe(false);
});

test("sockets: a message over the limit closes its socket", async () => {
	await using server = serveSockets(echo, { limits: { maxMessageBytes: 1000 } });
	const { socket, seen } = server.open();
	await until(() => seen.isOpen);
	socket.send("x".repeat(2000));
	await until(() => seen.code !== undefined);
	expect(seen.received).toEqual([]);
});
