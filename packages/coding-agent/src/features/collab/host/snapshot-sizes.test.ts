import { expect, test } from "bun:test";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { SnapshotSizes } from "./snapshot-sizes.ts";

function branch(count: number) {
	const loaded: string[] = [];
	const path: PathStep[] = Array.from({ length: count }, (_, index) => {
		const entry = { type: "custom", customType: "x", id: `e${index}`, parentId: null, data: "x".repeat(100) };
		return {
			...{ id: entry.id, type: entry.type },
			entry: () => {
				loaded.push(entry.id);
				return { ...entry, timestamp: "" } as SessionEntry;
			},
		};
	});
	return { path, loaded };
}

test("snapshot sizes: only the end that fits is loaded, once for all guests", async () => {
	const { path, loaded } = branch(1000);
	const sizes = new SnapshotSizes({ maxBytes: 2000 });
	await sizes.measure(path);
	const count = sizes.newest(path).length;
	expect(count).toBeGreaterThan(5);
	expect(count).toBeLessThan(15);
	expect(loaded).toHaveLength(count + 1);
	await sizes.measure(path);
	expect(sizes.newest(path).map(({ id }) => id)).toEqual(path.slice(-count).map(({ id }) => id));
	expect(loaded).toHaveLength(count + 1);
});

test("snapshot sizes: measuring a long branch lets other work in", async () => {
	const { path } = branch(50_000);
	let pauses = 0;
	const sizes = new SnapshotSizes({
		pause: async () => {
			pauses += 1;
		},
	});
	const from = performance.now();
	await sizes.measure(path);
	const tookMs = performance.now() - from;
	expect(pauses).toBeGreaterThan(tookMs / 8 / 4);
});
