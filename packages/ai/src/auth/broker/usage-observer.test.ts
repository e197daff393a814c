import { expect, test } from "bun:test";
import { type ObservedUsage, UsageObserver } from "./usage-observer.ts";

const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = (input: number, output: number) => ({
	...{ input, output, cacheRead: 1, cacheWrite: 2, totalTokens: 0, cost },
});
const entry = (model: string, requests: number, inputTokens: number, outputTokens: number): ObservedUsage => ({
	...{ provider: "acme", model, requests, inputTokens, outputTokens },
	...{ cacheReadTokens: requests, cacheWriteTokens: requests * 2 },
});

test("usage observer: an answer is reported at once, those meanwhile together, and a report that fails goes with the next", async () => {
	const sent: Array<readonly ObservedUsage[]> = [];
	const outcomes = [Promise.resolve(), Promise.reject(new Error("down")), Promise.resolve()];
	for (const outcome of outcomes) outcome.catch(() => {});
	const observer = new UsageObserver((entries) => {
		sent.push(entries);
		return outcomes[sent.length - 1] ?? Promise.resolve();
	});
	observer.add("acme", "a", usage(10, 1));
	observer.add("acme", "a", usage(20, 2));
	observer.add("acme", "b", usage(5, 5));
	observer.add("acme", "none", { ...usage(0, 0), cacheRead: 0, cacheWrite: 0 });
	await observer.settle();
	observer.add("acme", "b", usage(1, 1));
	await observer.settle();
	expect(sent).toEqual([
		[entry("a", 1, 10, 1)],
		[entry("a", 1, 20, 2), entry("b", 1, 5, 5)],
		[entry("a", 1, 20, 2), entry("b", 2, 6, 6)],
	]);
});

test("usage observer: a broker that does not answer holds nobody up", async () => {
	const observer = new UsageObserver(() => new Promise(() => {}));
	observer.add("acme", "a", usage(10, 1));
	await observer.settle(5);
});
