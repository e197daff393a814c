import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import type { AccessLine } from "./access-log.ts";
import { EventStream, type EventStreamOptions } from "./event-stream.ts";
import { startHttpService } from "./http-service.ts";

/** A service whose only answer is a stream. */
function serveStream(options?: EventStreamOptions) {
	const opened = Promise.withResolvers<EventStream>();
	const lines: AccessLine[] = [];
	const service = startHttpService({
		bind: { host: "127.0.0.1", port: 0 },
		routes: [
			{
				method: "GET",
				path: "/",
				idleSeconds: 255,
				handle: (call) => {
					const stream = call.events(options);
					opened.resolve(stream);
					return stream.response;
				},
			},
		],
		now: () => 0,
		log: (line) => lines.push(line),
		limits: { graceMs: 50 },
	});
	return { service, lines, opened: opened.promise, [Symbol.asyncDispose]: () => service.end() };
}

/** Connects and reads nothing. */
async function connectDeaf(port: number) {
	const socket = await Bun.connect({
		hostname: "127.0.0.1",
		port,
		socket: { data: () => {}, open: (opened) => void opened.pause(), error: () => {} },
	});
	socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
	return socket;
}

test("event stream: names, ids and lines of an event are written as the browser expects", async () => {
	const stream = new EventStream({ keepAliveMs: 0 });
	stream.send({ event: "entry", id: "7", data: "a\nb" });
	stream.comment("hello");
	stream.send({ data: "" });
	stream.close();
	expect(await stream.response.text()).toBe("event: entry\nid: 7\ndata: a\ndata: b\n\n: hello\n\ndata: \n\n");
	expect([stream.send({ data: "late" }), await stream.ended, stream.signal.aborted]).toEqual([false, "closed", true]);
});

test("event stream: a client that never reads is dropped at the limit, and memory stays bounded", async () => {
	await using server = serveStream({ maxBufferedBytes: 256 * 1024 });
	const socket = await connectDeaf(server.service.port);
	const stream = await server.opened;
	const before = process.memoryUsage.rss();
	const data = "x".repeat(16 * 1024);
	let sent = 0;
	while (stream.send({ data })) {
		sent += data.length;
		if (sent > 64 * 1024 * 1024) break;
		await Bun.sleep(0);
	}
	expect(await stream.ended).toBe("too-slow");
	expect(sent).toBeLessThan(32 * 1024 * 1024);
	expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
	await until(() => server.service.activeRequests === 0);
	expect(server.lines.map(({ end }) => end)).toEqual(["too-slow"]);
	socket.terminate();
});

test("event stream: one event may be larger than the limit", async () => {
	await using server = serveStream({ maxBufferedBytes: 1024 });
	const reply = fetch(server.service.url);
	const stream = await server.opened;
	expect(stream.send({ data: "z".repeat(1024 * 1024) })).toBe(true);
	stream.close();
	expect((await (await reply).text()).length).toBe(1024 * 1024 + 8);
});

test("event stream: a client with unread events that takes nothing for a while is dropped", async () => {
	await using server = serveStream({ stallMs: 100, maxBufferedBytes: 64 * 1024 * 1024 });
	const socket = await connectDeaf(server.service.port);
	const stream = await server.opened;
	for (let index = 0; index < 20 && stream.send({ data: "x".repeat(1024 * 1024) }); index++) await Bun.sleep(0);
	expect(await stream.ended).toBe("too-slow");
	socket.terminate();
});

test("event stream: a producer that waits for room is held back by the client, and loses nothing", async () => {
	await using server = serveStream();
	const reply = fetch(server.service.url);
	const stream = await server.opened;
	const events = 400;
	const produce = async () => {
		for (let index = 0; index < events; index++) {
			await stream.ready();
			stream.send({ data: "y".repeat(64 * 1024) });
		}
		stream.close();
	};
	const [text] = await Promise.all([reply.then((response) => response.text()), produce()]);
	expect(text.length).toBe(events * (64 * 1024 + "data: \n\n".length));
});

test("event stream: a client that leaves ends it, and the end of the service closes it", async () => {
	{
		await using server = serveStream();
		const leave = new AbortController();
		const reply = fetch(server.service.url, { signal: leave.signal });
		const stream = await server.opened;
		stream.send({ data: "1" });
		await reply;
		leave.abort();
		expect(await stream.ended).toBe("client-left");
	}
	{
		await using server = serveStream();
		const reply = fetch(server.service.url);
		const stream = await server.opened;
		stream.send({ data: "1" });
		const response = await reply;
		const [text] = await Promise.all([response.text(), server.service.end()]);
		expect(text).toBe("data: 1\n\n");
		expect(server.lines).toMatchObject([{ status: 200, bytes: 9, end: "closed" }]);
	}
});
