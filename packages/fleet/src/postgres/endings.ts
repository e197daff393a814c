import type { TaskResult, TaskState } from "../contract/task.ts";
import { cancelledResult, lostResult, maxLosses } from "../engine/rules.ts";
import { cleanText } from "./batches.ts";
import type { Transaction } from "./connection.ts";
import type { JobQueue } from "./job-queue.ts";
import { addPaid } from "./payments.ts";
import { jobSchema } from "./schema.data.ts";

/** A task that somebody owns. */
export interface OwnedRow {
	readonly seq: number;
	readonly id: string;
	readonly batch: string;
	readonly format: number;
	readonly fence: number;
	readonly job: string;
	readonly attempt: number;
	readonly worker: string | null;
	readonly losses: number;
	readonly is_paused: boolean;
	readonly is_cancelled: boolean;
	readonly usd: number;
	readonly reported: number;
}

export const ownedColumns =
	"seq, id, batch, format, fence, job, attempt, worker, losses, is_paused, is_cancelled, usd, reported";

/** What owners had reserved is spent, unless it was still waiting for its turn. */
export async function closeReservations(transaction: Transaction, seqs: readonly number[]): Promise<void> {
	const closed = await transaction.query<{ batch: string; usd: number; is_granted: boolean }>(
		"DELETE FROM omp_fleet.reservation WHERE task = ANY ($1::bigint[]) RETURNING batch, usd, is_granted",
		[seqs],
	);
	const granted = Map.groupBy(
		closed.filter(({ is_granted }) => is_granted),
		({ batch }) => batch,
	);
	await addPaid(
		transaction,
		[...granted].map(([batch, rows]) => ({ batch, nanos: rows.reduce((sum, { usd }) => sum + usd, 0) })),
	);
}

/** Also of tasks that nobody owns. */
export async function endTasks<Row extends { readonly seq: number; readonly format: number; readonly job: string }>(
	transaction: Transaction,
	jobs: JobQueue,
	rows: readonly Row[],
	state: TaskState,
	resultFor: (row: Row) => TaskResult,
): Promise<void> {
	if (rows.length === 0) return;
	const results = rows.map(resultFor);
	await transaction.query(
		`WITH ended AS (
			SELECT * FROM unnest($1::bigint[], $3::text[], $4::text[]) AS ended (seq, message, result)
		), bodies AS (
			UPDATE omp_fleet.body b SET result = ended.result FROM ended WHERE b.seq = ended.seq
		), messages AS (
			DELETE FROM omp_fleet.message WHERE task = ANY ($1::bigint[])
		)
		UPDATE omp_fleet.task t SET state = $2, message = ended.message, attempt = NULL, claim = NULL, is_cancelled = false,
		attended_until = 0, ended_at = omp_fleet.now_ms() FROM ended WHERE t.seq = ended.seq`,
		[
			rows.map(({ seq }) => seq),
			state,
			results.map(({ message }) => cleanText(message)),
			results.map((result) => JSON.stringify(result)),
		],
	);
	for (const [format, group] of Map.groupBy(rows, (row) => row.format)) {
		await jobs.remove(
			transaction,
			format,
			group.map(({ job }) => job),
		);
	}
}

/** Tasks whose owners are gone or let go; those that were cancelled meanwhile end instead. */
export async function queueAgain(
	transaction: Transaction,
	jobs: JobQueue,
	rows: readonly OwnedRow[],
	{ isLoss }: { readonly isLoss: boolean },
): Promise<void> {
	const cancelled = rows.filter((row) => row.is_cancelled);
	await endTasks(transaction, jobs, cancelled, "cancelled", () => cancelledResult);
	const kept = rows.filter((row) => !row.is_cancelled);
	if (kept.length === 0) return;
	await transaction.query(
		`UPDATE omp_fleet.task SET state = 'queued', worker = NULL, attempt = NULL, claim = NULL, losses = losses + $2
		WHERE seq = ANY ($1::bigint[])`,
		[kept.map(({ seq }) => seq), isLoss ? 1 : 0],
	);
	for (const [format, group] of Map.groupBy(kept, (row) => row.format)) {
		if (isLoss) await jobs.lose(transaction, format, group.map(toAttempt));
		else for (const row of group) await jobs.handBack(transaction, format, toAttempt(row));
		const paused = group.filter((row) => row.is_paused);
		await jobs.hold(
			transaction,
			format,
			paused.map(({ job }) => job),
		);
	}
}

const toAttempt = ({ job, attempt }: OwnedRow) => ({ id: job, retryCount: attempt });

async function loseTasks(transaction: Transaction, jobs: JobQueue, rows: readonly OwnedRow[]): Promise<void> {
	if (rows.length === 0) return;
	await closeReservations(
		transaction,
		rows.map(({ seq }) => seq),
	);
	const isGivenUp = (row: OwnedRow) => !row.is_cancelled && row.losses + 1 >= maxLosses;
	const givenUp = rows.filter(isGivenUp);
	await transaction.query("UPDATE omp_fleet.task SET losses = losses + 1 WHERE seq = ANY ($1::bigint[])", [
		givenUp.map(({ seq }) => seq),
	]);
	await endTasks(transaction, jobs, givenUp, "failed", (row) => lostResult(row.losses + 1, row.worker ?? undefined));
	await queueAgain(
		transaction,
		jobs,
		rows.filter((row) => !isGivenUp(row)),
		{ isLoss: true },
	);
}

/** How many lost leases one claim takes care of; the next one goes on. */
const maxSwept = 200;

/** Frees tasks whose heartbeats stopped. One worker at a time does it for all. */
export async function sweepLeases(transaction: Transaction, jobs: JobQueue, everyMs: number): Promise<void> {
	const due = await transaction.query(
		`UPDATE omp_fleet.meta SET swept_at = omp_fleet.now_ms() WHERE ctid IN (
			SELECT ctid FROM omp_fleet.meta WHERE swept_at <= omp_fleet.now_ms() - $1 FOR UPDATE SKIP LOCKED
		) RETURNING version`,
		[everyMs],
	);
	if (due.length === 0) return;
	const columns = ownedColumns.replaceAll(/\w+/g, "t.$&");
	const lost = await transaction.query<OwnedRow>(
		`SELECT ${columns} FROM omp_fleet.task t JOIN ${jobSchema}.job j ON j.id = t.job AND j.name = 'tasks-' || t.format
		WHERE t.attempt IS NOT NULL AND (j.state <> 'active' OR j.retry_count <> t.attempt
			OR j.heartbeat_on + j.heartbeat_seconds * interval '1 second' <= ${jobSchema}.job_now())
		ORDER BY t.seq LIMIT ${maxSwept} FOR UPDATE OF t SKIP LOCKED`,
		[],
	);
	await loseTasks(transaction, jobs, lost);
}

export async function abandonTasks(transaction: Transaction, jobs: JobQueue, worker: string): Promise<number> {
	const rows = await transaction.query<OwnedRow>(
		`SELECT ${ownedColumns} FROM omp_fleet.task WHERE worker = $1 AND attempt IS NOT NULL ORDER BY seq FOR UPDATE`,
		[worker],
	);
	await loseTasks(transaction, jobs, rows);
	await transaction.query("DELETE FROM omp_fleet.worker WHERE id = $1", [worker]);
	return rows.length;
}
