import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { BrokerClient } from "./broker-client.ts";
import { followBroker } from "./follow-broker.ts";
import type { WireChange } from "./wire.ts";

const refresher = { enabled: true, intervalMs: 60_000, skewMs: 300_000, nextSweepInMs: 0 };
const snapshot = (generation: number) => ({
	...{ generation, generatedAt: 0, serverNowMs: 0, refresher, credentials: [] },
});

/** Follows a fake broker until the test ends it. */
function follow(fetch: (path: string, init: RequestInit) => Promise<Response>, random = () => 0) {
	const end = new AbortController();
	const changes: WireChange[] = [];
	const delays: number[] = [];
	const access = { url: "http://broker", token: "t", tokenSource: "the test" };
	const client = new BrokerClient(access, (url, init) => fetch(new URL(url).pathname + new URL(url).search, init));
	const following = followBroker({
		client,
		signal: end.signal,
		generation: () => changes.at(-1)?.generation,
		apply: (change) => changes.push(change),
		random,
		sleep: async (ms) => {
			delays.push(ms);
			await Bun.sleep(1);
		},
		limits: { firstEventMs: 20 },
	});
	const stop = async () => {
		end.abort();
		await following;
	};
	return { changes, delays, stop };
}

test("followBroker: polls when a proxy holds the stream back", async () => {
	let polled = 0;
	const { changes, stop } = follow(async (path, { signal }) => {
		if (path === "/v1/snapshot/stream") {
			// Accepted, but nothing comes through.
			const body = new ReadableStream({
				start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
			});
			return new Response(body);
		}
		polled++;
		await Bun.sleep(2);
		return Response.json(snapshot(polled));
	});
	await until(() => changes.length >= 3);
	expect(changes.slice(0, 3)).toEqual([1, 2, 3].map((generation) => ({ kind: "snapshot", ...snapshot(generation) })));
	await stop();
});

test("followBroker: a broker that is gone is asked less and less often, by each client at another time", async () => {
	const refused = async () => Promise.reject(new TypeError("refused"));
	const early = follow(refused, () => 0);
	const late = follow(refused, () => 1);
	await until(() => early.delays.length > 9 && late.delays.length > 9);
	await Promise.all([early.stop(), late.stop()]);
	expect(new Set(early.delays)).toEqual(new Set([125]));
	expect(late.delays.slice(0, 9)).toEqual([375, 625, 1125, 2125, 4125, 8125, 16_125, 30_125, 30_125]);
});
