import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { withoutPrivileges } from "@oh-my-pi/pi-testkit/isolation/without-privileges";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { FleetQueue } from "../contract/fleet-queue.ts";
import { openQueue } from "../open-queue.ts";
import { queueContract } from "../testing/queue-contract.ts";
import { expectKind, type QueueSubject, submit } from "../testing/queue-subject.ts";

queueContract({ engine: "sqlite", define: test, create: sqliteSubject });

async function sqliteSubject(): Promise<QueueSubject> {
	const place = await workspace();
	const path = place.file("fleet/queue.db");
	const opened: FleetQueue[] = [];
	let now = Date.now();
	return {
		url: `sqlite:${path}`,
		leaseMs: 30_000,
		async open() {
			const queue = await openQueue(`sqlite:${path}`, { fleetDir: "/nonexistent", now: () => now });
			opened.push(queue);
			return queue;
		},
		async advance(ms) {
			now += ms;
		},
		async makeNewer() {
			using database = new Database(path);
			database.run("PRAGMA user_version = 2");
		},
		async [Symbol.asyncDispose]() {
			for (const queue of opened) await queue[Symbol.asyncDispose]();
			await place[Symbol.asyncDispose]();
		},
	};
}

test("the file is in the fleet's folder, and only its owner reads it", async () => {
	await using place = await workspace();
	await using queue = await openQueue(undefined, { fleetDir: place.file("fleet") });
	await submit(queue, "b", ["t"]);
	expect(statSync(place.file("fleet/queue.db")).mode & 0o777).toBe(0o600);
	expect(statSync(place.file("fleet")).mode & 0o777).toBe(0o700);
});

test("it has its own clock without one", async () => {
	await using place = await workspace();
	await using queue = await openQueue(undefined, { fleetDir: place.path });
	const before = Date.now();
	await submit(queue, "b", ["t"]);
	const createdAt = (await queue.batch("b"))?.createdAt ?? 0;
	expect(createdAt).toBeGreaterThanOrEqual(before - 1);
	expect(createdAt).toBeLessThanOrEqual(Date.now() + 1);
});

test("what is no queue is refused and left as it is", async () => {
	await using place = await workspace({ "text.db": "just text, long enough to be no database at all. ".repeat(40) });
	const open = (name: string) => openQueue(`sqlite:${place.file(name)}`, { fleetDir: place.path });
	await expectKind(open("text.db"), "invalid");
	{
		using other = new Database(place.file("other.db"));
		other.run("CREATE TABLE other (a)");
	}
	expect(await expectKind(open("other.db"), "invalid")).toContain("another program");
	await expectKind(open("."), "invalid");
	await expectKind(openQueue("mysql://root:secret@host/db", { fleetDir: place.path }), "invalid");
	await expectKind(openQueue("sqlite:", { fleetDir: place.path }), "invalid");
});

test("a read-only file is named as such", async () => {
	await using place = await workspace();
	const path = place.file("queue.db");
	await (await openQueue(`sqlite:${path}`, { fleetDir: place.path }))[Symbol.asyncDispose]();
	chmodSync(path, 0o444);
	chmodSync(place.path, 0o555);
	await withoutPrivileges(place.path, async () => {
		chmodTo(place.path, 0o555);
		const message = await expectKind(
			openQueue(`sqlite:${path}`, { fleetDir: place.path }).then(async (queue) => {
				await using _ = queue;
				await submit(queue, "b", ["t"]);
			}),
			"full",
		);
		expect(message).toContain("read-only");
	});
	chmodSync(place.path, 0o755);
});

function chmodTo(path: string, mode: number): void {
	if (process.getuid?.() === process.geteuid?.()) chmodSync(path, mode);
}

test("a file that cannot grow is full, and nothing of the batch is in it", async () => {
	await using place = await workspace({
		"fill.ts": `
			import { openQueue } from ${JSON.stringify(join(import.meta.dir, "../open-queue.ts"))};
			import { newTask } from ${JSON.stringify(join(import.meta.dir, "../testing/queue-subject.ts"))};
			await using queue = await openQueue("sqlite:queue.db", { fleetDir: "." });
			await queue.submit({ id: "small", name: "", limits: {} }, [newTask("t")]);
			const tasks = Array.from({ length: 3000 }, (_, index) => newTask("t" + index, { spec: { prompt: "x".repeat(2000) } }));
			const failure = await queue.submit({ id: "large", name: "", limits: {} }, tasks).catch((error) => error);
			console.log(JSON.stringify([failure.kind, failure.message, (await queue.batches()).map(({ id }) => id)]));
		`,
	});
	// In blocks of 512 bytes or of a KiB.
	const limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 2048; exec \"$@\"", "sh", process.execPath, "fill.ts"];
	const { stdout, stderr } = await runCommand(limited, { cwd: place.path });
	expect([stdout, stderr]).toEqual([
		`${JSON.stringify(["full", "queue.db cannot be written: the disk is full. Make room; nothing was changed.", ["small"]])}\n`,
		"",
	]);
});

test("a write waits for another process that writes", async () => {
	await using place = await workspace();
	const path = place.file("queue.db");
	await using queue = await openQueue(`sqlite:${path}`, { fleetDir: place.path });
	using other = new Database(path);
	other.run("BEGIN IMMEDIATE");
	const submitted = submit(queue, "b", ["t"]);
	await Bun.sleep(300);
	other.run("COMMIT");
	await submitted;
	expect((await queue.list({})).total).toBe(1);
});
