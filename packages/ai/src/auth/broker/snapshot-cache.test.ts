import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotCache } from "./snapshot-cache.ts";
import type { WireSnapshot } from "./wire.ts";

const refresher = { enabled: true, intervalMs: 60_000, skewMs: 300_000, nextSweepInMs: 0 };
const credential = { type: "api_key", key: "sk-secret" } as const;
const snapshot: WireSnapshot = {
	...{ generation: 3, generatedAt: 500, serverNowMs: 500, refresher },
	credentials: [{ id: 1, provider: "p", credential, identityKey: null, rotatesInMs: null }],
};

test("SnapshotCache: only the same token and address read it, while it is fresh", async () => {
	await using files = await workspace();
	let now = 1000;
	const path = files.file("deep/snapshot.enc");
	const cache = (options: { token?: string; url?: string; ttlMs?: number } = {}) =>
		new SnapshotCache({ path, ttlMs: 100, url: "http://a", token: "t", now: () => now, ...options });
	await cache().write(snapshot);
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(await files.read("deep/snapshot.enc")).not.toContain("sk-secret");
	now = 1050;
	expect(await cache().read()).toEqual({ ...snapshot, serverNowMs: 550 });
	expect(await cache({ token: "other" }).read()).toBeUndefined();
	expect(await cache({ url: "http://b" }).read()).toBeUndefined();
	expect(await cache({ ttlMs: 0 }).read()).toBeUndefined();
	now = 1100;
	expect(await cache().read()).toBeUndefined();
	now = 0;
	expect(await cache({ ttlMs: 500 }).read()).toBeUndefined();
});

test("SnapshotCache: a damaged file, or one of another format, is as if it were not there", async () => {
	await using files = await workspace({ "a.enc": "short", "b.enc": "x".repeat(200) });
	for (const name of ["a.enc", "b.enc", "none.enc"]) {
		const options = { path: files.file(name), ttlMs: 100, url: "u", token: "t", now: () => 0 };
		expect(await new SnapshotCache(options).read()).toBeUndefined();
	}
});
