import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { MemoryError } from "../contract/memory-error.ts";
import { bankIn, newMemory } from "../testing/make-memory.ts";

/** A bank with 300 memories, closed. */
async function storedBank() {
	const folder = await workspace();
	{
		using bank = bankIn(folder.path);
		bank.add(
			Array.from({ length: 300 }, (_, index) => newMemory(`Memory number ${index} ${"about something ".repeat(9)}`)),
		);
	}
	return { path: join(folder.path, "acme.db"), folder, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** What opening, reading and writing fails with. */
function failureOf(folder: string, work: (bank: ReturnType<typeof bankIn>) => unknown = () => {}): MemoryError {
	try {
		using bank = bankIn(folder, { busyMs: 20 });
		work(bank);
	} catch (error) {
		if (error instanceof MemoryError) return error;
		throw error;
	}
	throw new Error("nothing failed");
}

test("a file that is no database is left as it is", async () => {
	await using folder = await workspace();
	const path = join(folder.path, "acme.db");
	for (const content of ["This is no database. ".repeat(500), "x", "SQLite format 2\0".padEnd(4096, "y")]) {
		writeFileSync(path, content);
		const error = failureOf(folder.path);
		expect([error.kind, error.message]).toEqual([
			"corrupt",
			`${path} is damaged (it is not a database). Move it away; omp makes a new one.`,
		]);
		expect(readFileSync(path, "utf8")).toBe(content);
	}
	expect(existsSync(`${path}-wal`)).toBe(false);
});

test("a truncated file is not taken for a smaller memory", async () => {
	await using at = await storedBank();
	const { size } = statSync(at.path);
	for (const left of [size - 4096, Math.floor(size / 2), 4096, 700, 50]) {
		truncateSync(at.path, left);
		const before = readFileSync(at.path);
		expect(failureOf(at.folder.path, (bank) => bank.list()).kind).toBe("corrupt");
		expect(readFileSync(at.path).equals(before)).toBe(true);
	}
});

test("an empty file is a new memory, unless its log is not empty", async () => {
	await using folder = await workspace();
	const path = join(folder.path, "acme.db");
	writeFileSync(path, "");
	bankIn(folder.path)[Symbol.dispose]();
	writeFileSync(path, "");
	writeFileSync(`${path}-wal`, "frames");
	expect(failureOf(folder.path).message).toContain("its write-ahead log is not");
	expect(readFileSync(`${path}-wal`, "utf8")).toBe("frames");
});

test("damage in the middle is said when it is met, and by check", async () => {
	await using at = await storedBank();
	const file = openSync(at.path, "r+");
	for (let page = 20; page < 60; page++) writeSync(file, Buffer.alloc(4096, 0xab), 0, 4096, page * 4096);
	closeSync(file);
	const error = failureOf(at.folder.path, (bank) => bank.list({ limit: 1000 }));
	expect([error.kind, error.message]).toEqual(["corrupt", expect.stringContaining(`${at.path} is damaged (`)]);
	using bank = bankIn(at.folder.path);
	expect(bank.check()).toBeString();
});

test("a memory of a newer omp and another program's database are left as they are", async () => {
	await using at = await storedBank();
	const change = (sql: string) => {
		using database = new Database(at.path);
		database.run("PRAGMA journal_mode = DELETE");
		database.run(sql);
	};
	for (const [sql, kind, text] of [
		["PRAGMA user_version = 99", "newer", "was written by a newer omp. Update omp"],
		["PRAGMA application_id = 7", "refused", "is the database of another program"],
	] as const) {
		change(sql);
		const before = readFileSync(at.path);
		const error = failureOf(at.folder.path);
		expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(text)]);
		expect(readFileSync(at.path).equals(before)).toBe(true);
	}
});

test("a locked database is said to be locked, and works when it is free again", async () => {
	await using at = await storedBank();
	const blocker = new Database(at.path);
	blocker.run("PRAGMA locking_mode = EXCLUSIVE");
	blocker.run("BEGIN EXCLUSIVE");
	blocker.run("UPDATE memories SET importance = 1");
	expect(failureOf(at.folder.path)).toMatchObject({
		kind: "locked",
		message: `${at.path} is locked by another program. Try again when it has ended.`,
	});
	blocker.run("ROLLBACK");
	blocker.close();
	using bank = bankIn(at.folder.path, { busyMs: 20 });
	using writer = new Database(at.path);
	writer.run("BEGIN IMMEDIATE");
	expect(bank.list({ limit: 5 })).toHaveLength(5);
	expect(() => bank.add([newMemory("x")])).toThrow("is locked by another program");
	writer.run("ROLLBACK");
	expect(bank.add([newMemory("x")])).toHaveLength(1);
});

test("a folder in the place of the file, and a file in the place of its folder, are refused", async () => {
	await using folder = await workspace({ file: "x" });
	mkdirSync(join(folder.path, "acme.db"));
	expect(failureOf(folder.path)).toMatchObject({ kind: "refused", message: expect.stringContaining("is not a file") });
	expect(failureOf(join(folder.path, "file")).kind).toBe("refused");
});

/** A file system of our own, where the tests may make one. */
async function mounted(folder: string, options: string): Promise<AsyncDisposable | undefined> {
	if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
	const { exitCode } = await runCommand(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]);
	if (exitCode !== 0) return undefined;
	return { [Symbol.asyncDispose]: async () => void (await runCommand(["umount", folder])) };
}

test("a full disk loses nothing that was stored", async () => {
	await using folder = await workspace({ "disk/.keep": "" });
	const disk = join(folder.path, "disk");
	await using mount = await mounted(disk, "size=1m");
	if (!mount) return;
	let stored = 0;
	const error = failureOf(disk, (bank) => {
		for (; ; stored++) bank.add([newMemory(`Memory ${stored} ${"with some words ".repeat(300)}`)]);
	});
	expect([error.kind, error.message]).toEqual(["refused", expect.stringContaining("the disk is full")]);
	expect(stored).toBeGreaterThan(5);
	using bank = bankIn(disk);
	expect(bank.counts().all).toBe(stored);
	expect(bank.check()).toBeUndefined();
});

test("a read-only folder is said to be read-only", async () => {
	await using folder = await workspace({ "disk/.keep": "" });
	const disk = join(folder.path, "disk");
	await using mount = await mounted(disk, "size=4m");
	if (!mount) return;
	{
		using bank = bankIn(disk);
		bank.add([newMemory("x")]);
	}
	expect((await runCommand(["mount", "-o", "remount,ro", disk])).exitCode).toBe(0);
	expect(failureOf(disk)).toMatchObject({
		kind: "refused",
		message: expect.stringContaining("is read-only. Make the file and its folder writable"),
	});
	expect(failureOf(join(disk, "below")).message).toContain("is read-only");
});

const writer = join(import.meta.dir, "../testing/write-memories.ts");

function startWriter(folder: string, name: string, count: number) {
	return Bun.spawn([process.execPath, writer, folder, name, String(count)], {
		stdout: "pipe",
		stderr: "inherit",
		stdin: "ignore",
	});
}

test("two processes write to one bank at once, and both see everything", async () => {
	await using folder = await workspace();
	const writers = ["a", "b"].map((name) => startWriter(folder.path, name, 60));
	expect(await Promise.all(writers.map(({ exited }) => exited))).toEqual([0, 0]);
	using bank = bankIn(folder.path);
	expect(bank.counts().all).toBe(120);
	expect(bank.search({ text: "writer a", limit: 200 }).length).toBeGreaterThanOrEqual(60);
	expect(bank.check()).toBeUndefined();
});

test("a kill in the middle of writing loses nothing that was confirmed", async () => {
	await using folder = await workspace();
	for (let round = 0; round < 6; round++) {
		const process = startWriter(folder.path, `round${round}`, 100_000);
		const confirmed: string[] = [];
		let rest = "";
		const reading = (async () => {
			for await (const chunk of process.stdout) {
				const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
				rest = lines.pop() ?? "";
				confirmed.push(...lines);
			}
		})();
		await until(() => confirmed.length >= 5 + round * 7);
		process.kill("SIGKILL");
		await process.exited;
		await reading;
		using bank = bankIn(folder.path);
		expect(confirmed.filter((id) => bank.find(id) === undefined)).toEqual([]);
		expect(bank.check()).toBeUndefined();
	}
});
