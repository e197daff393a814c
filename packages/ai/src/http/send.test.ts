import { describe, expect, test } from "bun:test";
import { brotliCompressSync, constants, createGzip, gzipSync, zstdCompressSync } from "node:zlib";
import { getJson } from "../models/discovery/get-json.ts";
import { anthropicSpeaker as speaker } from "../protocols/anthropic-messages/testing/speaker.ts";
import { createStream } from "../stream/stream.ts";
import { fetchLimited } from "./fetch-limited.ts";

interface Seen {
	readonly path: string;
	readonly method: string;
	readonly key: string | null;
	readonly body: string;
}

function serve(answer: (request: Request) => Response | Promise<Response>) {
	const seen: Seen[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(request) {
			const { pathname } = new URL(request.url);
			const key = request.headers.get("x-api-key");
			seen.push({ path: pathname, method: request.method, key, body: await request.text() });
			return answer(request);
		},
	});
	return { url: `http://127.0.0.1:${server.port}`, seen, [Symbol.dispose]: () => void server.stop(true) };
}

const stream = createStream({
	host: { now: () => 0, env: {} },
	protocols: new Map([[speaker.model.api, async () => speaker.protocol]]),
});

function ask(url: string) {
	const context = { messages: [{ role: "user" as const, content: "go", timestamp: 0 }] };
	return stream({ ...speaker.model, baseUrl: url }, context, { apiKey: "sk-secret-key", maxRetries: 0 });
}

const said = speaker.say({ blocks: [{ kind: "text", text: "Hello there" }], stop: "stop" });
const redirect = (location: string, status = 307) => new Response(null, { status, headers: { location } });

describe("redirects", () => {
	test.each([301, 302, 307, 308])(
		"%i on the same host is followed with the same method, body and key",
		async (status) => {
			using server = serve((request) =>
				new URL(request.url).pathname === "/v1/messages" ? redirect("/moved", status) : new Response(Buffer.from(said)),
			);
			const reply = await ask(server.url).result();
			expect(reply).toMatchObject({ stopReason: "stop", content: [{ text: "Hello there" }] });
			const [first, second] = server.seen;
			expect(second).toEqual({ ...first, path: "/moved" } as Seen);
			expect(second?.key).toBe("sk-secret-key");
		},
	);

	test("the list of models is not fetched from another host, nor is the key sent there", async () => {
		using thief = serve(() => Response.json({ data: [] }));
		using server = serve(() => redirect(`${thief.url}/models`));
		const ports = { fetch, signal: AbortSignal.timeout(10_000), headers: { "x-api-key": "sk-secret-key" } };
		await expect(getJson(`${server.url}/models`, ports)).rejects.toThrow("never follow to another host");
		expect(thief.seen).toEqual([]);
	});
});

describe("compressed answers", () => {
	test.each([
		["gzip", (plain: Uint8Array) => gzipSync(plain)],
		["br", (plain: Uint8Array) => brotliCompressSync(plain)],
		["zstd", (plain: Uint8Array) => zstdCompressSync(plain)],
	])("%s is read", async (encoding, pack) => {
		using server = serve(() => new Response(pack(said), { headers: { "content-encoding": encoding } }));
		expect(await ask(server.url).result()).toMatchObject({ content: [{ text: "Hello there" }] });
	});

	test("an event of a compressed stream arrives before the next one is sent", async () => {
		const hasArrived = Promise.withResolvers<void>();
		const middle = said.length >> 1;
		using server = serve(() => {
			const gzip = createGzip();
			gzip.write(said.subarray(0, middle), () => gzip.flush(constants.Z_SYNC_FLUSH));
			void hasArrived.promise.then(() => gzip.end(said.subarray(middle)));
			const body = new ReadableStream<Uint8Array>({
				async start(controller) {
					for await (const piece of gzip) controller.enqueue(piece);
					controller.close();
				},
			});
			return new Response(body, { headers: { "content-encoding": "gzip" } });
		});
		const reply = ask(server.url);
		for await (const event of reply) if (event.type === "text_delta") hasArrived.resolve();
		expect(await reply.result()).toMatchObject({ stopReason: "stop", content: [{ text: "Hello there" }] });
	});

	test("a short answer has a size, also when it is compressed", async () => {
		const packed = brotliCompressSync(Buffer.alloc(20_000_000, " "));
		using server = serve(() => new Response(packed, { headers: { "content-encoding": "br" } }));
		const response = await fetchLimited(fetch, server.url, {});
		await expect(response.text()).rejects.toThrow("answered with more than 16 MB");
	});

	test("a short answer has a deadline", async () => {
		using server = serve(() => new Response(new ReadableStream({ start: (body) => body.enqueue("half") })));
		const response = await fetchLimited(fetch, server.url, {}, { maxMs: 100 });
		await expect(response.text()).rejects.toThrow();
	});
});
