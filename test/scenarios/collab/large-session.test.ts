import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import {
	chunkBytes,
	maxEntryBytes,
	maxSnapshotBytes,
} from "../../../packages/coding-agent/src/features/collab/protocol/limits.data.ts";
import { parseLink } from "../../../packages/coding-agent/src/features/collab/protocol/link.ts";
import { FrameSeal } from "../../../packages/coding-agent/src/features/collab/protocol/seal.ts";
import { hostTerminal, shareAt, startRelay } from "./shared-room.ts";

setDefaultTimeout(180_000);

const entryCount = 1000;
const megabyte = 1024 * 1024;

/** A session of half a gigabyte, in entries that the model is not sent. */
async function writeLargeSession(path: string, cwd: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	const file = await open(path, "w");
	const timestamp = "2026-01-01T00:00:00.000Z";
	const id = (index: number) => index.toString(16).padStart(8, "0");
	try {
		await file.write(`${JSON.stringify({ type: "session", version: 3, id: "large", timestamp, cwd })}\n`);
		for (let index = 1; index <= entryCount; index++) {
			const data = { text: `entry ${index} ${"x".repeat(megabyte / 2)}` };
			const parentId = index === 1 ? null : id(index - 1);
			await file.write(
				`${JSON.stringify({ type: "custom", customType: "bulk", data, id: id(index), parentId, timestamp })}\n`,
			);
		}
	} finally {
		await file.close();
	}
}

async function memoryMb(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A guest who takes everything and keeps only counts. */
async function countingGuest(link: string, port: number) {
	const { room, key } = parseLink(link);
	const seal = await FrameSeal.from(key);
	const socket = new WebSocket(`ws://127.0.0.1:${port}/r/${room}?role=guest`);
	socket.binaryType = "arraybuffer";
	const seen = { bytes: 0, largest: 0, entries: [] as string[], announced: 0, isComplete: false, live: [] as string[] };
	let work = Promise.resolve();
	socket.onmessage = ({ data }) => {
		if (!(data instanceof ArrayBuffer)) return;
		seen.bytes += data.byteLength;
		seen.largest = Math.max(seen.largest, data.byteLength);
		work = work.then(async () => {
			const frame = (await seal.open(new Uint8Array(data))) as Record<string, unknown>;
			if (frame.t === "welcome") seen.announced = Number(frame.entryCount);
			if (frame.t === "entry") seen.live.push((frame.entry as { id: string }).id);
			if (frame.t !== "snapshot-chunk") return;
			seen.entries.push(...(frame.entries as Array<{ id: string }>).map(({ id }) => id));
			seen.isComplete = frame.final === true;
		});
	};
	await until(() => socket.readyState === WebSocket.OPEN);
	socket.send(await seal.sealText(0, JSON.stringify({ t: "hello", proto: 3, name: "Counter" })));
	return { seen, [Symbol.dispose]: () => socket.close() };
}

test("of a session of 500 MB guests get the newest 64 MB in chunks, and the host works on meanwhile", async () => {
	await using omp = await ompProject({ replies: [text("Still here.")] });
	const path = join(omp.agentDir, "sessions", "large", "large.jsonl");
	await writeLargeSession(path, omp.path);
	expect(Bun.file(path).size).toBeGreaterThan(500 * megabyte);
	await using relay = await startRelay(omp);
	await using host = hostTerminal(omp, ["--resume", path]);
	const { terminal } = await shareAt(host, relay.directPort);
	const before = await memoryMb(host.pid);
	using first = await countingGuest(terminal, relay.directPort);
	// Another one at the same time, while the host is used.
	using second = await countingGuest(terminal, relay.directPort);
	host.type("are you there?\r");
	await host.waitFor("Still here.");
	await until(() => first.seen.isComplete && second.seen.isComplete, { timeoutMs: 60_000 });
	for (const { seen } of [first, second]) {
		expect(seen.entries).toHaveLength(seen.announced);
		expect(seen.entries).toContain(entryCount.toString(16).padStart(8, "0"));
		expect(new Set([...seen.entries, ...seen.live]).size).toBe(seen.entries.length + seen.live.length);
		expect(seen.bytes).toBeGreaterThan(0.9 * maxSnapshotBytes);
		expect(seen.bytes).toBeLessThan(1.1 * maxSnapshotBytes);
		expect(seen.largest).toBeLessThan(chunkBytes + maxEntryBytes + 1000);
	}
	expect((await memoryMb(host.pid)) - before).toBeLessThan(500);
});
