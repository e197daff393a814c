import { expect, test } from "bun:test";
import { PacketPause } from "./packet-pause.ts";

/** Whether the packets after the first ones were waited for. */
async function pauses({ packets, bytes, gapMs }: { packets: number; bytes: number; gapMs: number }): Promise<boolean> {
	let now = 0;
	const pause = new PacketPause(() => now);
	for (let count = 0; count < packets; count++) {
		now += gapMs;
		const waiting = pause.beforeNext(bytes);
		const isOver = await Promise.race([waiting.then(() => true), Bun.sleep(1).then(() => false)]);
		if (!isOver) return true;
	}
	return false;
}

test("reading: packets of a long, very fast reply are gathered", async () => {
	expect(await pauses({ packets: 200, bytes: 1600, gapMs: 1 })).toBe(true);
});

test("reading: short, slow and large packets are passed on at once", async () => {
	expect(await pauses({ packets: 30, bytes: 1600, gapMs: 1 })).toBe(false);
	expect(await pauses({ packets: 200, bytes: 100, gapMs: 1 })).toBe(false);
	expect(await pauses({ packets: 200, bytes: 1600, gapMs: 10 })).toBe(false);
	expect(await pauses({ packets: 200, bytes: 64 * 1024, gapMs: 1 })).toBe(false);
});
