import type { Claim, Lease, Renewal, TaskMessage, WorkerFacts } from "../contract/fleet-queue.ts";
import type { FinalState, TaskProgress, TaskResult } from "../contract/task.ts";
import { splitCost, toNanos, withoutDelivery } from "../engine/rules.ts";
import type { Connection, Transaction } from "./connection.ts";
import { closeReservations, endTasks, type OwnedRow, ownedColumns, queueAgain } from "./endings.ts";
import type { FetchedJob, JobQueue } from "./job-queue.ts";
import { addPaid } from "./payments.ts";
import { jobSchema, queueForFormat } from "./schema.data.ts";
import { sweepEveryMs } from "./sweep.ts";
import { type Queryable, selectTasks } from "./task-row.ts";

/** How often an idle worker writes that it is there. */
const seenEveryMs = 20_000;

/** What a claim would have to do. */
export interface Work {
	readonly version: number;
	readonly formats: readonly number[];
	readonly isSweepDue: boolean;
	readonly isUnseen: boolean;
}

/** The one query of a worker that finds nothing to do. */
export async function lookForWork(connection: Connection, worker: WorkerFacts): Promise<Work | undefined> {
	const formats = Array.from({ length: Math.max(worker.format, 0) }, (_, index) => index + 1);
	const [work] = await connection.query<Work>(
		`SELECT version, swept_at <= omp_fleet.now_ms() - $3 AND EXISTS (SELECT 1 FROM omp_fleet.task WHERE attempt IS NOT NULL) AS "isSweepDue",
		NOT EXISTS (SELECT 1 FROM omp_fleet.worker WHERE id = $4 AND seen_at > omp_fleet.now_ms() - $5) AS "isUnseen",
		ARRAY(
			SELECT format FROM unnest($1::int[], $2::text[]) AS queue (format, name) WHERE EXISTS (
				SELECT 1 FROM ${jobSchema}.job j WHERE j.name = queue.name AND j.state < 'active' AND NOT j.blocked
				AND j.start_after <= ${jobSchema}.job_now()
			)
		) AS formats FROM omp_fleet.meta`,
		[formats, formats.map(queueForFormat), sweepEveryMs, worker.id, seenEveryMs],
	);
	return work;
}

export async function claimTasks(
	transaction: Transaction,
	jobs: JobQueue,
	worker: WorkerFacts,
	count: number,
	claim: string,
	formats: readonly number[],
): Promise<readonly Claim[]> {
	await registerWorker(transaction, worker);
	const fetched = new Map<string, FetchedJob>();
	for (const format of formats) {
		const free = count - fetched.size;
		if (free <= 0) break;
		const present = await jobs.fetch(transaction, format, free);
		const owned = await ownTasks(transaction, worker.id, claim, present);
		for (const job of present) if (owned.has(job.id)) fetched.set(job.id, job);
		// A job without a task; nobody else needs it.
		await jobs.remove(
			transaction,
			format,
			present.filter(({ id }) => !owned.has(id)).map(({ id }) => id),
		);
	}
	return fetched.size === 0 ? [] : readClaims(transaction, claim, fetched);
}

async function ownTasks(
	transaction: Transaction,
	worker: string,
	claim: string,
	jobs: readonly FetchedJob[],
): Promise<ReadonlySet<string>> {
	if (jobs.length === 0) return new Set();
	const rows = await transaction.query<{ job: string }>(
		`UPDATE omp_fleet.task t SET state = 'running', fence = fence + 1, worker = $1, claim = $2, attempt = fetched.attempt, reported = 0,
		losses = losses + (t.attempt IS NOT NULL)::int, started_at = COALESCE(started_at, omp_fleet.now_ms())
		FROM unnest($3::uuid[], $4::int[]) AS fetched (job, attempt)
		WHERE t.job = fetched.job AND t.ended_at IS NULL RETURNING t.job`,
		[worker, claim, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
	);
	return new Set(rows.map(({ job }) => job));
}

/** What a claim took, also one whose answer was lost with the connection. */
export async function readClaims(
	transaction: Transaction,
	claim: string,
	fetched?: ReadonlyMap<string, FetchedJob>,
): Promise<readonly Claim[]> {
	const tasks = await selectTasks(
		transaction,
		"WHERE t.claim = $1 AND t.attempt IS NOT NULL ORDER BY t.priority DESC, t.seq",
		[claim],
	);
	const [job] = fetched?.values() ?? [];
	const leaseMs = job?.leaseMs ?? (await readLeaseMs(transaction, claim));
	return tasks.map((value) => ({ task: value.id, fence: value.fence, value, leaseMs }));
}

async function readLeaseMs(transaction: Transaction, claim: string): Promise<number> {
	const [row] = await transaction.query<{ seconds: number }>(
		`SELECT MIN(j.heartbeat_seconds) AS seconds FROM omp_fleet.task t JOIN ${jobSchema}.job j ON j.id = t.job
		WHERE t.claim = $1`,
		[claim],
	);
	return (row?.seconds ?? 0) * 1000;
}

export async function registerWorker(on: Queryable, worker: WorkerFacts): Promise<void> {
	await on.query(
		`INSERT INTO omp_fleet.worker (id, host, pid, slots, format, version, seen_at)
		VALUES ($1, $2, $3, $4, $5, $6, omp_fleet.now_ms())
		ON CONFLICT (id) DO UPDATE SET slots = $4, format = $5, version = $6, seen_at = omp_fleet.now_ms()`,
		[worker.id, worker.host, worker.pid, worker.slots, worker.format, worker.version],
	);
}

/** Locks the row, so that the lease stays what it is until the transaction ends. */
export async function findOwned(transaction: Transaction, { task, fence }: Lease): Promise<OwnedRow | undefined> {
	const [row] = await transaction.query<OwnedRow>(
		`SELECT ${ownedColumns} FROM omp_fleet.task WHERE id = $1 AND fence = $2 AND attempt IS NOT NULL FOR UPDATE`,
		[task, fence],
	);
	return row;
}

export async function markSeen(on: Queryable, worker: string): Promise<void> {
	await on.query("UPDATE omp_fleet.worker SET seen_at = omp_fleet.now_ms() WHERE id = $1", [worker]);
}

interface RenewedRow extends OwnedRow {
	readonly isAttended: boolean;
	readonly messages: ReadonlyArray<{ readonly id: number; readonly value: string }>;
}

export async function renewLeases(
	transaction: Transaction,
	jobs: JobQueue,
	worker: string,
	leases: readonly Lease[],
): Promise<readonly Renewal[]> {
	await markSeen(transaction, worker);
	const rows = await transaction.query<RenewedRow>(
		`SELECT ${ownedColumns}, attended_until > omp_fleet.now_ms() AS "isAttended", COALESCE((SELECT
			json_agg(json_build_object('id', m.id, 'value', m.value) ORDER BY m.id) FROM omp_fleet.message m WHERE m.task = t.seq
		), '[]') AS messages
		FROM omp_fleet.task t JOIN unnest($1::text[], $2::int[]) AS lease (id, fence) USING (id, fence)
		WHERE worker = $3 AND attempt IS NOT NULL ORDER BY t.seq FOR UPDATE OF t`,
		[leases.map(({ task }) => task), leases.map(({ fence }) => fence), worker],
	);
	const touched = new Set<string>();
	for (const [format, group] of Map.groupBy(rows, (row) => row.format)) {
		for (const job of await jobs.touch(transaction, format, group.map(toAttempt))) touched.add(job);
	}
	const byTask = new Map(rows.map((row) => [row.id, row]));
	return leases.map(({ task, fence }) => toRenewal({ task, fence }, byTask.get(task), touched));
}

function toRenewal(lease: Lease, row: RenewedRow | undefined, touched: ReadonlySet<string>): Renewal {
	if (!row || row.fence !== lease.fence || !touched.has(row.job)) {
		return { ...lease, isHeld: false, isCancelled: false, isPaused: false, messages: [], isAttended: false };
	}
	return {
		...lease,
		isHeld: true,
		isCancelled: row.is_cancelled,
		isPaused: row.is_paused,
		messages: row.messages.map(({ id, value }) => ({ ...(JSON.parse(value) as TaskMessage), id })),
		isAttended: row.isAttended,
	};
}

const toAttempt = ({ job, attempt }: OwnedRow) => ({ id: job, retryCount: attempt });

export async function recordProgress(
	transaction: Transaction,
	jobs: JobQueue,
	lease: Lease,
	progress: TaskProgress,
	state: "running" | "waiting",
): Promise<boolean> {
	const row = await findOwned(transaction, lease);
	if (!row) return false;
	const touched = await jobs.touch(transaction, row.format, [toAttempt(row)]);
	if (!touched.has(row.job)) return false;
	const usd = toNanos(progress.usd);
	const { paid, reportedNanos } = splitCost(usd - row.usd, row.reported);
	// A task that gets on is none that kills its workers.
	await transaction.query(
		`WITH body AS (UPDATE omp_fleet.body SET progress = $6 WHERE seq = $1)
		UPDATE omp_fleet.task SET state = $2, usd = $3, tokens = $4, reported = $5, turns = $7,
		losses_before = CASE WHEN $7 > turns THEN losses ELSE losses_before END WHERE seq = $1`,
		[row.seq, state, usd, progress.tokens, reportedNanos, JSON.stringify(progress), progress.turns],
	);
	await addPaid(transaction, [{ batch: row.batch, nanos: paid }]);
	return true;
}

export async function beginDelivery(
	transaction: Transaction,
	jobs: JobQueue,
	lease: Lease,
	progress: TaskProgress,
): Promise<"begun" | "cancelled" | "lost"> {
	if ((await findOwned(transaction, lease))?.is_cancelled) return "cancelled";
	return (await recordProgress(transaction, jobs, lease, progress, "running")) ? "begun" : "lost";
}

export async function settleTask(
	transaction: Transaction,
	jobs: JobQueue,
	lease: Lease,
	state: FinalState,
	result: TaskResult,
): Promise<FinalState | "lost"> {
	const row = await findOwned(transaction, lease);
	if (!row) {
		if (await isSettled(transaction, lease, state, result)) return state;
		return (await isSettled(transaction, lease, "cancelled", withoutDelivery(result))) ? "cancelled" : "lost";
	}
	await closeReservations(transaction, [row.seq]);
	const isCancelled = row.is_cancelled && state !== "cancelled";
	const end = isCancelled ? "cancelled" : state;
	await endTasks(transaction, jobs, [row], end, () => (isCancelled ? withoutDelivery(result) : result));
	return end;
}

/** The same once more, after an answer that was lost. */
async function isSettled(
	transaction: Transaction,
	{ task, fence }: Lease,
	state: string,
	result: TaskResult,
): Promise<boolean> {
	const rows = await transaction.query(
		`SELECT 1 FROM omp_fleet.task t JOIN omp_fleet.body b USING (seq)
		WHERE t.id = $1 AND t.fence = $2 AND t.state = $3 AND b.result = $4`,
		[task, fence, state, JSON.stringify(result)],
	);
	return rows.length > 0;
}

export async function handBackTask(transaction: Transaction, jobs: JobQueue, lease: Lease): Promise<boolean> {
	const row = await findOwned(transaction, lease);
	if (!row) return false;
	await closeReservations(transaction, [row.seq]);
	await queueAgain(transaction, jobs, [row], { isLoss: false });
	return true;
}
