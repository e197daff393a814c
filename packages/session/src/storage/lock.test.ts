import { expect, test } from "bun:test";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { acquireLock, isRunning, type LockWorld, thisProcess } from "./lock.ts";

const NOW = Date.parse("2026-11-15T12:00:00.000Z");

function world(pid: number, running: (pid: number) => boolean | undefined = () => true): LockWorld {
	return {
		self: { pid, machine: "here", startTime: `start of ${pid}` },
		isRunning: (identity) => running(identity.pid),
		now: () => NOW,
	};
}

test("lock: the second process learns who holds it and since when", async () => {
	await using project = await workspace();
	const path = project.file("a.jsonl");
	acquireLock(path, world(1));
	expect(acquireLock(path, world(2))).toEqual({
		kind: "held",
		holder: { pid: 1, machine: "here", startTime: "start of 1", since: "2026-11-15T12:00:00.000Z", isSelf: false },
	});
	const again = acquireLock(path, world(1));
	expect(again.kind === "held" && again.holder.isSelf).toBe(true);
});

test("lock: a dead holder's lock is taken over, and its late release does not remove the new one", async () => {
	await using project = await workspace();
	const path = project.file("a.jsonl");
	const dead = acquireLock(path, world(1));
	expect(
		acquireLock(
			path,
			world(2, () => false),
		).kind,
	).toBe("locked");
	if (dead.kind === "locked") dead.lock.release();
	expect(acquireLock(path, world(3)).kind).toBe("held");
	expect(readdirSync(project.path)).toEqual(["a.jsonl.lock"]);
});

test("lock: an empty lock file is replaced", async () => {
	await using project = await workspace({ "a.jsonl.lock": "garbage" });
	expect(acquireLock(project.file("a.jsonl"), world(1)).kind).toBe("locked");
});

test("lock: a lock of another machine is stale only after a long silence", async () => {
	await using project = await workspace({ "a.jsonl": "" });
	const path = project.file("a.jsonl");
	acquireLock(path, world(1));
	const unknown = world(2, () => undefined);
	const age = (hours: number) => {
		for (const file of [path, `${path}.lock`]) utimesSync(file, new Date(NOW), new Date(NOW - hours * 3_600_000));
	};
	age(11);
	expect(acquireLock(path, unknown).kind).toBe("held");
	age(13);
	expect(acquireLock(path, unknown).kind).toBe("locked");
});

test("lock: an unwritable folder is reported instead of throwing", async () => {
	await using project = await workspace();
	writeFileSync(project.file("plain"), "");
	expect(acquireLock(project.file("plain/a.jsonl"), world(1)).kind).toBe("unavailable");
});

test("process identity: this process runs; an exited one and one with a reused PID do not", async () => {
	const self = thisProcess();
	const child = Bun.spawn(["true"]);
	await child.exited;
	expect(isRunning(self)).toBe(true);
	expect(isRunning({ ...self, pid: child.pid, startTime: "0" })).toBe(false);
	expect(isRunning({ ...self, machine: "elsewhere" })).toBe(undefined);
	if (self.startTime !== undefined) expect(isRunning({ ...self, startTime: "1" })).toBe(false);
});
