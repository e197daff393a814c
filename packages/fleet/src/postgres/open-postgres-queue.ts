import { type AttachableClock, CLOCK_OVERRIDE_SETTING } from "pg-boss";
import type { FleetQueue } from "../contract/fleet-queue.ts";
import { defaultLeaseMs } from "../engine/rules.ts";
import { Connection } from "./connection.ts";
import { JobQueue } from "./job-queue.ts";
import { newerSchemaError, PostgresQueue } from "./postgres-queue.ts";
import { schema, schemaVersion } from "./schema.data.ts";

export interface PostgresQueueOptions {
	readonly url: string;
	/** At least 10 s; the shortest heartbeat of pg-boss. */
	readonly leaseMs?: number;
	readonly maxConnections?: number;
	readonly sleep?: (ms: number) => Promise<void>;
	readonly monotonic?: () => number;
	/** A clock that a test moves. */
	readonly clock?: AttachableClock;
	/** How long failures of the connection are tried again; a third of the lease without it. */
	readonly patienceMs?: number;
	/** How long one answer is waited for; the lease without it. */
	readonly queryTimeoutMs?: number;
}

/** A worker needs one for claims, one for leases, one for what its slots write. */
const defaultConnections = 3;

/** Makes the tables unless they are there. */
export async function openPostgresQueue(options: PostgresQueueOptions): Promise<FleetQueue> {
	const { url, leaseMs = defaultLeaseMs, clock } = options;
	const connection = new Connection({
		url,
		sleep: options.sleep ?? Bun.sleep,
		monotonic: options.monotonic ?? (() => performance.now()),
		patienceMs: options.patienceMs ?? leaseMs / 3,
		queryTimeoutMs: options.queryTimeoutMs ?? leaseMs,
		settings: clock ? { [CLOCK_OVERRIDE_SETTING]: "on" } : {},
		maxConnections: options.maxConnections ?? defaultConnections,
	});
	try {
		await ensureSchema(connection);
		const jobs = await connection.retry(() => JobQueue.open(connection, leaseMs, clock));
		return new PostgresQueue(connection, jobs);
	} catch (error) {
		await connection[Symbol.asyncDispose]();
		throw error;
	}
}

async function ensureSchema(connection: Connection): Promise<void> {
	if (await isInstalled(connection)) return;
	await connection.retry(() => JobQueue.install(connection));
	await connection.transact(async (transaction) => {
		// Another process may be at it.
		await transaction.query("SELECT pg_advisory_xact_lock(hashtext('omp_fleet schema'))");
		const [present] = await transaction.query("SELECT 1 WHERE to_regclass('omp_fleet.meta') IS NOT NULL");
		if (!present) await transaction.query(schema);
	});
	await isInstalled(connection);
}

async function isInstalled(connection: Connection): Promise<boolean> {
	const [found] = await connection.query<{ name: string | null }>("SELECT to_regclass('omp_fleet.meta')::text AS name");
	if (!found?.name) return false;
	const [meta] = await connection.query<{ version: number }>("SELECT version FROM omp_fleet.meta");
	if (meta?.version !== schemaVersion) throw newerSchemaError(connection.location, meta?.version);
	return true;
}
