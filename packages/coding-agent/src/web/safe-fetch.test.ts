import { expect, test } from "bun:test";
import { safeFetch } from "./safe-fetch.ts";
import { fakeNetwork } from "./testing/fake-network.ts";

const outside = ["93.184.216.34"];

test("an answer comes with its final address, decoded by its charset", async () => {
	using network = fakeNetwork({
		names: { "a.example": outside, "b.example": outside },
		answer: (request, host) => {
			if (host === "a.example") return Response.redirect(request.url.replace("a.example", "b.example"), 302);
			return new Response(new Uint8Array([0x63, 0x61, 0x66, 0xe9]), {
				headers: { "content-type": "text/plain; charset=iso-8859-1" },
			});
		},
	});
	const answer = await network.fetch("http://a.example:PORT/x");
	expect([answer.status, answer.text(), answer.url]).toEqual([200, "café", `http://b.example:${network.port}/x`]);
});

test("an error status is an answer", async () => {
	using network = fakeNetwork({
		names: { "a.example": outside },
		answer: () => Response.json({ message: "slow down" }, { status: 429 }),
	});
	const answer = await network.fetch("http://a.example:PORT/", { method: "POST", body: "q=1" });
	expect([answer.status, answer.ok, answer.json()]).toEqual([429, false, { message: "slow down" }]);
	expect(network.seen).toMatchObject([{ method: "POST", body: "q=1", addresses: outside }]);
});

test.each(["gzip", "deflate", "br"])("%s is undone", async (encoding) => {
	const text = "hello ".repeat(1000);
	const zlib = await import("node:zlib");
	const pack = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync }[encoding];
	using network = fakeNetwork({
		names: { "a.example": outside },
		answer: () => new Response(new Uint8Array(pack?.(text) ?? []), { headers: { "content-encoding": encoding } }),
	});
	expect((await network.fetch("http://a.example:PORT/")).text()).toBe(text);
});

test("an aborted request ends with the reason of whoever aborted it", async () => {
	using network = fakeNetwork({
		names: { "a.example": outside },
		answer: () => new Promise<Response>(() => {}),
	});
	const controller = new AbortController();
	const pending = network.fetch("http://a.example:PORT/", { signal: controller.signal });
	controller.abort(new Error("the user pressed Esc"));
	await expect(pending).rejects.toThrow("the user pressed Esc");
});

test("a name that leads inside after a redirect to itself is not asked again", async () => {
	const answers = [outside, ["127.0.0.1"]];
	using network = fakeNetwork({
		names: { "a.example": () => answers.shift() ?? ["127.0.0.1"] },
		answer: (request) => (request.url.endsWith("/2") ? new Response("two") : Response.redirect(`${request.url}2`, 302)),
	});
	expect((await network.fetch("http://a.example:PORT/")).text()).toBe("two");
	expect(network.seen.map(({ addresses }) => addresses)).toEqual([outside, outside]);
	// The next request sees where it leads now.
	await expect(network.fetch("http://a.example:PORT/")).rejects.toThrow("Refused: a.example");
});

test("a name that is looked up for ever ends when the time is up", async () => {
	const admit = () => new Promise<never>(() => {});
	const { signal } = new AbortController();
	const request = { toolName: "read", signal, timeoutMs: 20 };
	await expect(safeFetch("http://a.example/", request, { admit, env: {} })).rejects.toThrow("No answer within 0.02 s");
});
