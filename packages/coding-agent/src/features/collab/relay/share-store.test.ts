import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { ShareStore } from "./share-store.ts";

const bytes = new Uint8Array([1, 2, 3]);

test("share store: the oldest of too many sessions is removed", async () => {
	await using folder = await workspace();
	const store = new ShareStore(folder.path, { maxBytes: 10, maxCount: 2, maxAgeMs: 60_000 }, Date.now);
	const ids: string[] = [];
	for (let count = 0; count < 3; count++) {
		ids.push(await store.put(bytes));
		await Bun.sleep(15);
	}
	expect(await Promise.all(ids.map(async (id) => (await store.get(id)) !== undefined))).toEqual([false, true, true]);
	expect(await readdir(folder.path)).toHaveLength(2);
});

test("share store: a session past its age is gone, and other names are none", async () => {
	await using folder = await workspace();
	let now = Date.now();
	const store = new ShareStore(folder.path, { maxBytes: 10, maxCount: 9, maxAgeMs: 60_000 }, () => now);
	const id = await store.put(bytes);
	expect(await store.get(id)).toEqual(Buffer.from(bytes));
	expect(await store.get(`../${id.slice(3)}`)).toBeUndefined();
	now += 120_000;
	expect(await store.get(id)).toBeUndefined();
	expect(await readdir(folder.path)).toEqual([]);
});
