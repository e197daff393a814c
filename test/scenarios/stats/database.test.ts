import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { sampleAndRequests } from "./recount.ts";
import { servedDashboard } from "./served-dashboard.ts";

setDefaultTimeout(60_000);

const gigabyte = 1024 ** 3;

async function projectWith(requests: number) {
	const omp = await ompProject();
	for (const { path, text } of sampleAndRequests(requests, Date.now()).files)
		await omp.home.write(`.omp/agent/sessions/${path}`, text);
	return { omp, path: join(omp.home.path, ".omp/stats.db") };
}

const totalOf = async (omp: OmpProject) => JSON.parse((await omp.run(["stats", "-j"])).stdout).overall.totalRequests;

test("omp stats: a database that another program has locked is named, and nothing in it is lost", async () => {
	const { omp, path } = await projectWith(40);
	await using _omp = omp;
	expect(await totalOf(omp)).toBe(40);
	{
		using other = new Database(path);
		other.run("PRAGMA locking_mode = EXCLUSIVE");
		other.run("BEGIN EXCLUSIVE");
		const { exitCode, stdout, stderr } = await omp.run(["stats", "-j"]);
		expect([exitCode, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(`${path} is locked by another program. Close it, or try again`);
		other.run("ROLLBACK");
	}
	expect(await totalOf(omp)).toBe(40);
});

test("omp stats: a lock while the page is open is said, and the page goes on afterwards", async () => {
	const { omp, path } = await projectWith(40);
	await using _omp = omp;
	await using served = await servedDashboard(omp);
	expect((await served.json("/api/stats")).overall.totalRequests).toBe(40);
	await omp.home.write(
		".omp/agent/sessions/new/new.jsonl",
		(sampleAndRequests(1, Date.now()).files[0]?.text ?? "").replaceAll(/"id":"/g, '"id":"n'),
	);
	{
		using other = new Database(path);
		other.run("BEGIN IMMEDIATE");
		const sync = await served.get("/api/sync");
		expect([sync.status, ((await sync.json()) as { error: string }).error]).toEqual([
			503,
			`${path} is locked by another program. Close it, or try again`,
		]);
		// What is known can still be read.
		expect((await served.json("/api/stats")).overall.totalRequests).toBe(40);
		other.run("ROLLBACK");
	}
	expect((await served.json("/api/sync")).processed).toBe(1);
});

test("omp stats: the database of a newer omp is left as it is, and the numbers are kept beside it", async () => {
	const { omp, path } = await projectWith(40);
	await using _omp = omp;
	{
		using newer = new Database(path);
		newer.run("CREATE TABLE requests (of_the_future TEXT)");
		newer.run("INSERT INTO requests VALUES ('kept')");
		newer.run("PRAGMA user_version = 99");
	}
	const { exitCode, stdout, stderr } = await omp.run(["stats", "-j"]);
	expect([exitCode, JSON.parse(stdout).overall.totalRequests]).toEqual([0, 40]);
	expect(stderr).toContain(`${path} was written by a newer omp and is left as it is.`);
	using newer = new Database(path);
	expect(newer.query("SELECT * FROM requests").all()).toEqual([{ of_the_future: "kept" }]);
});

test("omp stats: a database of 5 GB is opened, read and added to", async () => {
	const { omp, path } = await projectWith(200);
	await using _omp = omp;
	expect(await totalOf(omp)).toBe(200);
	await makeLarge(path, 5 * gigabyte);
	await omp.home.write(
		".omp/agent/sessions/new/new.jsonl",
		(sampleAndRequests(10, Date.now() - 1000).files[0]?.text ?? "").replaceAll(/"id":"/g, '"id":"n'),
	);
	const from = performance.now();
	expect(await totalOf(omp)).toBe(210);
	expect(performance.now() - from).toBeLessThan(5000);
	const { size, blocks } = await stat(path);
	expect(size).toBeGreaterThanOrEqual(5 * gigabyte);
	expect(size).toBeLessThan(5.1 * gigabyte);
	// Nothing copied it, and nothing wrote its empty pages.
	expect(blocks * 512).toBeLessThan(0.1 * gigabyte);
});

/** Real rows in a file whose further pages are holes, so that the test needs no 5 GB of disk. */
async function makeLarge(path: string, bytes: number): Promise<void> {
	{
		using database = new Database(path);
		database.run("PRAGMA wal_checkpoint(TRUNCATE)");
		database.run("PRAGMA journal_mode = DELETE");
	}
	const file = await open(path, "r+");
	try {
		const head = Buffer.alloc(100);
		await file.read(head, 0, 100, 0);
		const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
		head.writeUInt32BE(bytes / pageBytes, 28);
		await file.truncate(bytes);
		await file.write(head, 0, 100, 0);
	} finally {
		await file.close();
	}
}
