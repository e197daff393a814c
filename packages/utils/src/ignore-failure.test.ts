import { afterEach, expect, test } from "bun:test";
import { setDebugSink } from "./debug-log.ts";
import { ignoreFailure, withFallback } from "./ignore-failure.ts";

afterEach(() => setDebugSink(undefined));

test("ignoreFailure: a rejected promise and a throwing function are logged with their reason", async () => {
	const logged: [string, unknown][] = [];
	setDebugSink((reason, error) => logged.push([reason, error]));
	const rejection = new Error("disk full");
	const thrown = new Error("closed");

	await ignoreFailure(Promise.reject(rejection), "a lost cache entry is only slower");
	await ignoreFailure(() => {
		throw thrown;
	}, "nobody reads it any more");
	await ignoreFailure(Promise.resolve("fine"), "never logged");

	expect(logged).toEqual([
		["a lost cache entry is only slower", rejection],
		["nobody reads it any more", thrown],
	]);
});

test("ignoreFailure: without a sink, or with one that throws, it still resolves", async () => {
	await ignoreFailure(Promise.reject(new Error("lost")), "no sink");
	setDebugSink(() => {
		throw new Error("the log is broken");
	});
	await ignoreFailure(Promise.reject(new Error("lost")), "broken sink");
});

test("withFallback: resolves to the value, or to the fallback when the work fails", async () => {
	expect(await withFallback(Promise.resolve(1), 0, "zero is safe")).toBe(1);
	expect(await withFallback(Promise.reject(new Error("lost")), 0, "zero is safe")).toBe(0);
});
