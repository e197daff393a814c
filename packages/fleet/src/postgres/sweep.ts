import { lostResult, maxLosses } from "../engine/rules.ts";
import type { Connection, Transaction } from "./connection.ts";
import { closeReservations, endTasks, type OwnedRow, ownedColumns, queueAgain } from "./endings.ts";
import type { JobQueue } from "./job-queue.ts";
import { jobSchema } from "./schema.data.ts";

/** How often all workers together look for lost leases. */
export const sweepEveryMs = 10_000;

/** How many lost leases one claim takes care of; the next one goes on. */
const maxSwept = 200;

const lostTasks = `omp_fleet.task t JOIN ${jobSchema}.job j ON j.id = t.job AND j.name = 'tasks-' || t.format
	WHERE t.attempt IS NOT NULL AND (j.state <> 'active' OR j.retry_count <> t.attempt
		OR j.heartbeat_on + j.heartbeat_seconds * interval '1 second' <= ${jobSchema}.job_now())`;

/** Frees tasks whose heartbeats stopped. One worker at a time looks for all; when nothing is lost, it is one query and `false`. */
export async function sweepLeases(connection: Connection, jobs: JobQueue): Promise<boolean> {
	const [swept] = await connection.query<{ found: boolean }>(
		`UPDATE omp_fleet.meta SET swept_at = omp_fleet.now_ms() WHERE ctid IN (
			SELECT ctid FROM omp_fleet.meta WHERE swept_at <= omp_fleet.now_ms() - $1 FOR UPDATE SKIP LOCKED
		) RETURNING EXISTS (SELECT 1 FROM ${lostTasks}) AS found`,
		[sweepEveryMs],
	);
	if (!swept?.found) return false;
	await connection.transact(async (transaction) => {
		const columns = ownedColumns.replaceAll(/\w+/g, "t.$&");
		const lost = await transaction.query<OwnedRow>(
			`SELECT ${columns} FROM ${lostTasks} ORDER BY t.seq LIMIT ${maxSwept} FOR UPDATE OF t SKIP LOCKED`,
		);
		await loseTasks(transaction, jobs, lost);
		// There may be more.
		if (lost.length === maxSwept) await transaction.query("UPDATE omp_fleet.meta SET swept_at = 0");
	});
	return true;
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

async function loseTasks(transaction: Transaction, jobs: JobQueue, rows: readonly OwnedRow[]): Promise<void> {
	if (rows.length === 0) return;
	await closeReservations(
		transaction,
		rows.map(({ seq }) => seq),
	);
	const isExhausted = (row: OwnedRow) => !row.is_cancelled && row.losses + 1 - row.losses_before >= maxLosses;
	const exhausted = rows.filter(isExhausted);
	await transaction.query("UPDATE omp_fleet.task SET losses = losses + 1 WHERE seq = ANY ($1::bigint[])", [
		exhausted.map(({ seq }) => seq),
	]);
	await endTasks(transaction, jobs, exhausted, "failed", (row) => lostResult(row.worker ?? undefined));
	await queueAgain(
		transaction,
		jobs,
		rows.filter((row) => !isExhausted(row)),
		{ isLoss: true },
	);
}
