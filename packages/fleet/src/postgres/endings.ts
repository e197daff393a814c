import type { TaskResult, TaskState } from "../contract/task.ts";
import { cancelledResult } from "../engine/rules.ts";
import { cleanText } from "./batches.ts";
import type { Transaction } from "./connection.ts";
import type { JobQueue } from "./job-queue.ts";
import { addPaid } from "./payments.ts";

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
	/** Before its last finished turn. */
	readonly losses_before: number;
	readonly is_paused: boolean;
	readonly is_cancelled: boolean;
	readonly usd: number;
	readonly reported: number;
}

export const ownedColumns =
	"seq, id, batch, format, fence, job, attempt, worker, losses, losses_before, is_paused, is_cancelled, usd, reported";

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
