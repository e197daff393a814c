import { expect, test } from "bun:test";
import { post } from "./post.ts";

const options = { signal: new AbortController().signal, now: () => 0, provider: "acme", env: {} };

test("post: a user's header replaces ours, ignoring case", async () => {
	const sent: unknown[] = [];
	await post(
		{ url: "https://example.com", headers: { authorization: "ours", Authorization: "theirs" }, body: {} },
		"{}",
		{
			...options,
			async fetch(_url, init) {
				sent.push(Object.fromEntries(new Headers(init.headers)));
				return new Response("ok");
			},
		},
	);
	expect(sent).toEqual([{ authorization: "theirs", "accept-encoding": "gzip, deflate, br, zstd" }]);
});

test("post: an unreachable host is named", async () => {
	const failing = post({ url: "https://down.example.com/v1", headers: {}, body: {} }, "{}", {
		...options,
		fetch: () => Promise.reject(new Error("connection refused")),
	});
	await expect(failing).rejects.toThrow("Could not reach down.example.com: connection refused");
});

test.each([
	["ECONNREFUSED", "ECONNREFUSED: Unable to connect. Is the computer able to access the url?", "connection refused"],
	["ENOTFOUND", "getaddrinfo ENOTFOUND down.example.com", "no such host, or no network"],
	[
		"ECONNRESET",
		"ECONNRESET: The socket connection was closed unexpectedly. For more information, pass `verbose: true` in the second argument to fetch()",
		"the server closed the connection",
	],
	["EODD", "Something odd. Is the computer able to access the url?", "Something odd."],
])("post: a failed connection (%s) is said in plain words", async (code, message, reason) => {
	const failing = post({ url: "https://down.example.com/v1", headers: {}, body: {} }, "{}", {
		...options,
		fetch: () => Promise.reject(Object.assign(new TypeError(message), { code })),
	});
	await expect(failing).rejects.toMatchObject({
		kind: "network",
		message: `Could not reach down.example.com: ${reason}`,
	});
});
