import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { StreamOptions } from "../protocol/stream-options.ts";
import { anthropicSpeaker as speaker } from "../protocols/anthropic-messages/testing/speaker.ts";
import { createStream } from "../stream/stream.ts";
import { type Connect, ConnectionCheck, type Silence, tcpConnect } from "./connection-check.ts";

const question = { messages: [{ role: "user" as const, content: "q", timestamp: 0 }] };

function asked(baseUrl: string, options: StreamOptions) {
	const stream = createStream({
		host: { now: () => 0, env: {} },
		protocols: new Map([[speaker.model.api, async () => speaker.protocol]]),
	});
	return stream({ ...speaker.model, baseUrl }, question, { apiKey: "k", maxRetries: 0, ...options }).result();
}

/** Accepts connections and never answers. */
async function silentServer() {
	const server = createServer((socket) => void socket.on("error", () => {}));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() };
}

/** Listens without accepting; once its queue is full, further connections are never made. */
async function deafServer() {
	const program = [
		"import socket, sys, time",
		"server = socket.socket(); server.bind(('127.0.0.1', 0)); server.listen(0)",
		"queued = [socket.socket() for _ in range(8)]",
		"for one in queued: one.setblocking(False); one.connect_ex(server.getsockname())",
		"print(server.getsockname()[1], flush=True); time.sleep(600)",
	];
	const child = Bun.spawn(["python3", "-c", program.join("\n")], { stdout: "pipe", stderr: "inherit" });
	const { value } = await child.stdout.getReader().read();
	const host = `127.0.0.1:${new TextDecoder().decode(value).trim()}`;
	return { url: `http://${host}`, host, [Symbol.dispose]: () => child.kill("SIGKILL") };
}

verifies("ai-streaming:http:no-connection", async () => {
	using server = await silentServer();
	const told: Silence[] = [];
	const stop = new AbortController();
	const reply = asked(server.url, {
		connectTimeoutMs: 3000,
		signal: stop.signal,
		onSilence: (said) => told.push(said),
	});
	// It waits much longer than the limit, because the server can be reached.
	await until(() => told.length > 0);
	expect(told).toEqual([{ host: server.host, isReachable: true }]);
	stop.abort();
	expect((await reply).stopReason).toBe("aborted");
});

requires("python3")("a connection that is never made is said, and fails as a network problem", async () => {
	using server = await deafServer();
	const told: Silence[] = [];
	const reply = await asked(server.url, { connectTimeoutMs: 300, onSilence: (said) => told.push(said) });
	expect(told).toEqual([{ host: server.host, isReachable: false }]);
	expect(reply).toMatchObject({
		stopReason: "error",
		errorMessage: expect.stringMatching(new RegExp(`^Could not reach ${server.host}: no connection within 0 s`)),
	});
});

test("a refused connection is tried again until the limit, and the reason is told", async () => {
	let tries = 0;
	const connect: Connect = async () => {
		tries++;
		throw Object.assign(new Error("x"), { code: "ENETUNREACH" });
	};
	using check = new ConnectionCheck({ url: "https://api.acme.example/v1", proxy: false, limitMs: 500, connect });
	await until(() => check.signal.aborted);
	expect(String(check.signal.reason)).toContain("Could not reach api.acme.example: no network");
	expect(tries).toBeGreaterThan(1);
});

test("connections go to the proxy, and nothing is tried after an answer", async () => {
	const places: unknown[] = [];
	const connect: Connect = async (place) => void places.push(place);
	const options = { url: "https://[::1]/v1", limitMs: 50, connect };
	using proxied = new ConnectionCheck({ ...options, proxy: "http://proxy.example:3128" });
	using direct = new ConnectionCheck({ ...options, proxy: false });
	using answered = new ConnectionCheck({ ...options, proxy: false });
	answered.end();
	await until(() => places.length === 2);
	expect(places).toEqual([
		{ host: "proxy.example", port: 3128 },
		{ host: "::1", port: 443 },
	]);
	expect([proxied, direct, answered].map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
});

test("an aborted connection attempt ends at once", async () => {
	using server = await silentServer();
	const [host = "", port] = server.host.split(":");
	await tcpConnect({ host, port: Number(port) }, AbortSignal.timeout(5000));
	const stop = new AbortController();
	stop.abort(new Error("enough"));
	await expect(tcpConnect({ host, port: Number(port) }, stop.signal)).rejects.toThrow("enough");
});
