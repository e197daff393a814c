import { afterAll, expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { type PostgresServer, postgresServer } from "@oh-my-pi/pi-testkit/servers/postgres-server";
import { TestClock } from "pg-boss";
import type { FleetQueue } from "../contract/fleet-queue.ts";
import { openQueue } from "../open-queue.ts";
import { queueContract } from "../testing/queue-contract.ts";
import { claimOne, expectKind, newTask, type QueueSubject, submit, worker } from "../testing/queue-subject.ts";
import { openPostgresQueue } from "./open-postgres-queue.ts";

const define = requires("pg_createcluster");
let started: Promise<PostgresServer> | undefined;

/** One server for all tests of the file, a database for each. */
function sharedServer(): Promise<PostgresServer> {
	started ??= postgresServer();
	return started;
}

afterAll(async () => {
	await (await started)?.[Symbol.asyncDispose]();
});

queueContract({ engine: "postgres", define, create: postgresSubject });

async function postgresSubject(): Promise<QueueSubject> {
	const server = await sharedServer();
	const url = await server.database();
	const clock = new TestClock();
	const opened: FleetQueue[] = [];
	return {
		url,
		leaseMs: 30_000,
		async open() {
			const queue = await openPostgresQueue({ url, clock });
			opened.push(queue);
			return queue;
		},
		advance: (ms) => clock.setTime(clock.now() + ms),
		makeNewer: () => server.run(url, ["UPDATE omp_fleet.meta SET version = 2"]),
		async [Symbol.asyncDispose]() {
			for (const queue of opened) await queue[Symbol.asyncDispose]();
		},
	};
}

define("the clocks of machines do not matter: the server's counts", async () => {
	const url = await (await sharedServer()).database();
	const dayMs = 24 * 60 * 60 * 1000;
	await using late = await openQueue(url, { fleetDir: "/nonexistent", now: () => Date.now() + dayMs });
	await using early = await openQueue(url, { fleetDir: "/nonexistent", now: () => Date.now() - dayMs });
	await submit(early, "b", ["t"]);
	const claim = await claimOne(early, "w1");
	expect(await late.claim(worker("w2"), 1)).toEqual([]);
	expect((await early.renew("w1", [claim]))[0]?.isHeld).toBe(true);
	expect(Math.abs(claim.value.createdAt - Date.now())).toBeLessThan(60_000);
});

define("two processes that open a new database at once make the tables once", async () => {
	const url = await (await sharedServer()).database();
	const queues = await Promise.all(Array.from({ length: 4 }, () => openQueue(url, { fleetDir: "/nonexistent" })));
	for (const [index, queue] of queues.entries()) {
		await submit(queue, `b${index}`, [`t${index}`]);
		await queue[Symbol.asyncDispose]();
	}
	await using queue = await openQueue(url, { fleetDir: "/nonexistent" });
	expect((await queue.list({})).total).toBe(4);
});

define("what is wrong with the URL or the server is said, without the password", async () => {
	const server = await sharedServer();
	const url = await server.database();
	const open = (text: string) => openPostgresQueue({ url: text, patienceMs: 200 });
	const wrong = new URL(url);
	wrong.password = "wr0ng-p%40ss";
	const absent = url.replace(/test_\d+$/, "absent");
	const closed = url.replace(`:${server.port}/`, ":1/");
	const messages = [
		await expectKind(open(wrong.href), "invalid"),
		await expectKind(open(absent), "invalid"),
		await expectKind(open(closed), "unreachable"),
		await expectKind(open("postgres://user:s3cret-p@ss/word@[::bad/db"), "invalid"),
		await expectKind(open("postgres://user:s3cret@[::bad/db"), "invalid"),
	];
	expect(messages[0]).toContain("refuses the login");
	expect(messages[1]).toContain('database "absent" does not exist');
	expect(messages[2]).toStartWith("postgres://127.0.0.1:1/");
	for (const message of messages) expect(message).not.toMatch(/wr0ng|s3cret|word@/);
});

define("a user that may not make tables is told so", async () => {
	const server = await sharedServer();
	const url = await server.database();
	await server.run(url, ["DROP ROLE IF EXISTS reader", "CREATE ROLE reader LOGIN PASSWORD 'reader-s3cret'"]);
	const reader = new URL(url);
	reader.username = "reader";
	reader.password = "reader-s3cret";
	const message = await expectKind(openPostgresQueue({ url: reader.href }), "invalid");
	expect(message).toContain("does not allow it");
	expect(message).not.toContain("s3cret");
});

define("a read-only server is named as such, and nothing is tried again", async () => {
	const server = await sharedServer();
	const url = await server.database();
	await using queue = await openPostgresQueue({ url });
	await submit(queue, "b", ["t"]);
	await server.run(url, [
		`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
		terminateOthers,
	]);
	expect(await expectKind(submit(queue, "c", ["u"]), "full")).toContain("is read-only");
	expect((await queue.list({})).total).toBe(1);
});

define("other tables than expected are named as such", async () => {
	const server = await sharedServer();
	const url = await server.database();
	await using queue = await openPostgresQueue({ url });
	await server.run(url, ["ALTER TABLE omp_fleet.task RENAME COLUMN losses TO lost"]);
	await expectKind(
		submit(queue, "b", ["t"]).then(() => queue.claim(worker("w"), 1)),
		"schema",
	);
});

const terminateOthers =
	"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

define("a connection that breaks in a transaction is replaced, and the work is done once", async () => {
	const server = await sharedServer();
	const url = await server.database();
	await using queue = await openPostgresQueue({ url, maxConnections: 2, patienceMs: 60_000 });
	const ids = Array.from({ length: 60 }, (_, index) => `t${index}`);
	const settled: string[] = [];
	let isOver = false;
	const breaking = (async () => {
		let seen = 0;
		// On a busy machine nothing would get through in the shortest pause.
		for (let pauseMs = 20; !isOver; pauseMs = settled.length > seen ? 20 : pauseMs * 1.5) {
			seen = settled.length;
			await server.run(url, [terminateOthers]);
			await Bun.sleep(pauseMs);
		}
	})();
	try {
		await queue.submit(
			{ id: "b", name: "b", limits: {} },
			ids.map((id) => newTask(id)),
		);
		for (let round = 0; settled.length < ids.length && round < ids.length * 2; round++) {
			for (const claim of await queue.claim(worker("w"), 2)) {
				if ((await queue.settle(claim, "done", { message: "" })) === "done") settled.push(claim.task);
			}
		}
		expect(settled.toSorted()).toEqual(ids.toSorted());
	} finally {
		isOver = true;
		await breaking;
	}
	expect(await queue.counts("b")).toMatchObject({ done: 60, queued: 0, running: 0 });
	const fences = (await queue.list({ limit: 100 })).tasks.map(({ fence, losses }) => [fence, losses]);
	expect(new Set(fences.map(String))).toEqual(new Set(["1,0"]));
});

define("a server that crashes and comes back is waited for", async () => {
	await using server = await postgresServer();
	const url = await server.database();
	await using queue = await openPostgresQueue({ url });
	await submit(queue, "b", ["t"]);
	const claim = await claimOne(queue);
	await server.stop("SIGKILL");
	const settled = queue.settle(claim, "done", { message: "It is done." });
	await server.start();
	expect(await settled).toBe("done");
	await server.stop("SIGINT");
	await using impatient = await openPostgresQueue({ url, patienceMs: 100 }).catch((error: unknown) => {
		expect((error as { kind?: string }).kind).toBe("unreachable");
		return { async [Symbol.asyncDispose]() {} };
	});
	expect(impatient).toBeDefined();
	await server.start();
	expect((await queue.task("t"))?.state).toBe("done");
});

define("a server without room for more says so, and nothing is half done", async () => {
	await using server = await postgresServer({ settings: { temp_file_limit: 0, max_connections: 6 } });
	const url = await server.database();
	await using queue = await openPostgresQueue({ url });
	await submit(queue, "b", ["t"]);
	// What the server answers when its disk is full.
	await server.run(url, [
		`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			RAISE EXCEPTION 'could not extend file "base/1": No space left on device' USING ERRCODE = '53100'; END $$`,
		"CREATE TRIGGER full_disk BEFORE INSERT ON omp_fleet.body FOR EACH ROW EXECUTE FUNCTION fail()",
	]);
	expect(await expectKind(submit(queue, "c", ["u"]), "full")).toContain("No space left on device");
	expect((await queue.batches()).map(({ id }) => id)).toEqual(["b"]);
	// More connections than it has are waited for.
	const many = await Promise.all(Array.from({ length: 4 }, () => openPostgresQueue({ url, maxConnections: 1 })));
	expect((await Promise.all(many.map((other) => other.list({})))).map(({ total }) => total)).toEqual([1, 1, 1, 1]);
	for (const other of many) await other[Symbol.asyncDispose]();
});

define("a server that does not answer in time is unreachable, and afterwards the queue goes on", async () => {
	const url = await (await sharedServer()).database();
	await using patient = await openPostgresQueue({ url });
	await submit(patient, "b", ["t"]);
	const claim = await claimOne(patient);
	await using queue = await openPostgresQueue({ url, patienceMs: 1100, queryTimeoutMs: 1000 });
	{
		await using other = new Bun.SQL(url, { max: 1 });
		await other.begin(async (transaction) => {
			await transaction.unsafe("LOCK TABLE omp_fleet.task");
			await expectKind(queue.settle(claim, "done", { message: "late" }), "unreachable");
			await expectKind(queue.list({}), "unreachable");
		});
	}
	expect((await queue.task("t"))?.state).toBe("running");
	expect(await queue.settle(claim, "done", { message: "again" })).toBe("done");
});

define("an idle worker sends less than a query a second", async () => {
	await using server = await postgresServer({ settings: { shared_preload_libraries: "pg_stat_statements" } });
	const url = await server.database();
	await server.run(url, ["CREATE EXTENSION pg_stat_statements"]);
	const clock = new TestClock();
	await using queue = await openPostgresQueue({ url, clock });
	await using busy = await openPostgresQueue({ url, clock });
	await submit(queue, "b", ["t"]);
	const owned = await claimOne(busy, "busy");
	const everyMs = 1200;
	const looks = 100;
	const count = async () => {
		await using sql = new Bun.SQL(url, { max: 1 });
		// Without those of the test itself.
		const [row] = await sql.unsafe(
			"SELECT SUM(calls)::int AS calls FROM pg_stat_statements WHERE query !~ 'test_clock|pg_stat_statements|^SET'",
		);
		return Number(row.calls);
	};
	let before = await count();
	let renewing = 0;
	for (let look = 0; look < looks; look++) {
		await clock.setTime(clock.now() + everyMs);
		expect(await queue.claim(worker("idle"), 4)).toEqual([]);
		if (look % 8 !== 0) continue;
		const started = await count();
		expect((await busy.renew("busy", [owned]))[0]?.isHeld).toBe(true);
		renewing += (await count()) - started;
	}
	before += renewing;
	const perSecond = ((await count()) - before) / ((looks * everyMs) / 1000);
	expect(perSecond).toBeGreaterThan(0.8);
	expect(perSecond).toBeLessThanOrEqual(1);
});
