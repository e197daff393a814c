import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { anthropicSpeaker as speaker } from "../protocols/anthropic-messages/testing/speaker.ts";
import { createStream } from "../stream/stream.ts";

/** A server that closes the socket in the middle of an answer. */
async function cuttingServer(beginning: Uint8Array) {
	const server = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => {
			socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
			socket.write(`${beginning.length.toString(16)}\r\n`);
			socket.write(beginning);
			socket.write("\r\n", () => setTimeout(() => socket.destroy(), 20));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() };
}

test("a socket cut in the middle of an answer is said in plain words, and what arrived is kept", async () => {
	using server = await cuttingServer(speaker.cutOff("So far"));
	const stream = createStream({
		host: { now: () => 0, env: {} },
		protocols: new Map([[speaker.model.api, async () => speaker.protocol]]),
	});
	const model = { ...speaker.model, baseUrl: server.url };
	const reply = await stream(
		model,
		{ messages: [{ role: "user", content: "q", timestamp: 0 }] },
		{ apiKey: "k" },
	).result();
	expect(reply).toMatchObject({
		stopReason: "error",
		errorMessage: "The connection broke: the server closed the connection",
		content: [{ type: "text", text: "So far" }],
	});
});
