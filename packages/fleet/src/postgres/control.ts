import type { TaskFilter, TaskMessage } from "../contract/fleet-queue.ts";
import type { TaskProgress } from "../contract/task.ts";
import {
	attendedMs,
	batchBlobs,
	cancelledResult,
	coversBatches,
	forgetWorkerMs,
	isDelivering,
	keptDays,
	resetProgress,
	taskBlobs,
	toNanos,
} from "../engine/rules.ts";
import type { Transaction } from "./connection.ts";
import { endTasks } from "./endings.ts";
import { filterTasks } from "./filter.ts";
import { inChunks, type JobQueue } from "./job-queue.ts";

interface ControlRow {
	readonly seq: number;
	readonly format: number;
	readonly job: string;
	readonly attempt: number | null;
	readonly priority: number;
	readonly is_paused: boolean;
}

export async function cancelTasks(transaction: Transaction, jobs: JobQueue, filter: TaskFilter): Promise<number> {
	const found = await selectControlled(transaction, filter, "ended_at IS NULL");
	const isOwned = (row: ControlRow) => row.attempt !== null;
	const delivering = await selectDelivering(
		transaction,
		found.filter(isOwned).map(({ seq }) => seq),
	);
	const rows = found.filter(({ seq }) => !delivering.has(seq));
	for (const chunk of inChunks(rows.filter((row) => !isOwned(row)))) {
		await endTasks(transaction, jobs, chunk, "cancelled", () => cancelledResult);
	}
	await transaction.query("UPDATE omp_fleet.task SET is_cancelled = true WHERE seq = ANY ($1::bigint[])", [
		rows.filter(isOwned).map(({ seq }) => seq),
	]);
	return rows.length;
}

/** The rows of these tasks are locked. */
async function selectDelivering(transaction: Transaction, seqs: readonly number[]): Promise<ReadonlySet<number>> {
	const rows = await transaction.query<{ seq: number; fence: number; progress: string }>(
		`SELECT seq, t.fence, b.progress FROM omp_fleet.body b JOIN omp_fleet.task t USING (seq)
		WHERE seq = ANY ($1::bigint[]) AND b.progress LIKE '%"delivering"%'`,
		[seqs],
	);
	return new Set(rows.filter(isDelivering).map(({ seq }) => seq));
}

export async function retryTasks(
	transaction: Transaction,
	jobs: JobQueue,
	filter: TaskFilter,
	from: "last-turn" | "start",
): Promise<number> {
	const rows = await selectControlled(transaction, filter, "state IN ('failed', 'cancelled')");
	for (const chunk of inChunks(rows)) {
		await queueAnew(
			transaction,
			chunk.map(({ seq }) => seq),
			from,
		);
	}
	const states = await selectSeqs(
		transaction,
		rows.map(({ seq }) => seq),
	);
	for (const [format, group] of Map.groupBy(states, (row) => row.format)) {
		await jobs.add(
			transaction,
			format,
			group.map(({ job, priority }) => ({ id: job, priority })),
		);
		await jobs.hold(
			transaction,
			format,
			group.filter((row) => row.is_paused).map(({ job }) => job),
		);
	}
	return rows.length;
}

async function queueAnew(
	transaction: Transaction,
	seqs: readonly number[],
	from: "last-turn" | "start",
): Promise<void> {
	const stored = await transaction.query<{ seq: number; progress: string }>(
		"SELECT seq, progress FROM omp_fleet.body WHERE seq = ANY ($1::bigint[])",
		[seqs],
	);
	const progress = stored.map((row) => resetProgress(JSON.parse(row.progress) as TaskProgress, from));
	await transaction.query(
		`WITH again AS (
			SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::uuid[], $6::int[])
			AS again (seq, progress, usd, tokens, job, turns)
		), bodies AS (
			UPDATE omp_fleet.body b SET progress = again.progress, result = NULL FROM again WHERE b.seq = again.seq
		)
		UPDATE omp_fleet.task t SET state = 'queued', losses = 0, losses_before = 0, worker = NULL, message = '', started_at = NULL, ended_at = NULL,
		usd = again.usd, tokens = again.tokens, turns = again.turns, job = again.job,
		is_paused = COALESCE((SELECT b.is_paused FROM omp_fleet.batch b WHERE b.id = t.batch), false)
		FROM again WHERE t.seq = again.seq`,
		[
			stored.map(({ seq }) => seq),
			progress.map((value) => JSON.stringify(value)),
			progress.map(({ usd }) => toNanos(usd)),
			progress.map(({ tokens }) => tokens),
			stored.map(() => Bun.randomUUIDv7()),
			progress.map(({ turns }) => turns),
		],
	);
}

export async function pauseTasks(
	transaction: Transaction,
	jobs: JobQueue,
	filter: TaskFilter,
	isPaused: boolean,
): Promise<number> {
	const rows = await selectControlled(transaction, filter, `ended_at IS NULL AND is_paused = ${!isPaused}`);
	await transaction.query("UPDATE omp_fleet.task SET is_paused = $2 WHERE seq = ANY ($1::bigint[])", [
		rows.map(({ seq }) => seq),
		isPaused,
	]);
	const queued = rows.filter(({ attempt }) => attempt === null);
	for (const [format, group] of Map.groupBy(queued, (row) => row.format)) {
		const ids = group.map(({ job }) => job);
		if (isPaused) await jobs.hold(transaction, format, ids);
		else await jobs.release(transaction, format, ids);
	}
	if (coversBatches(filter)) {
		await transaction.query("UPDATE omp_fleet.batch SET is_paused = $1 WHERE $2::text IS NULL OR id = $2", [
			isPaused,
			filter.batch ?? null,
		]);
	}
	return rows.length;
}

const controlColumns = "seq, format, job, attempt, priority, is_paused";

async function selectControlled(
	transaction: Transaction,
	filter: TaskFilter,
	condition: string,
): Promise<readonly ControlRow[]> {
	const { where, values } = filterTasks(filter);
	return transaction.query<ControlRow>(
		`SELECT ${controlColumns} FROM omp_fleet.task WHERE ${where} AND ${condition} ORDER BY seq FOR UPDATE`,
		values,
	);
}

function selectSeqs(transaction: Transaction, seqs: readonly number[]): Promise<readonly ControlRow[]> {
	return transaction.query<ControlRow>(
		`SELECT ${controlColumns} FROM omp_fleet.task WHERE seq = ANY ($1::bigint[]) ORDER BY seq`,
		[seqs],
	);
}

/** `nonce` makes it one message, also when its answer is lost and it is sent again. */
export async function sendMessage(
	transaction: Transaction,
	taskId: string,
	message: TaskMessage,
	nonce: string,
): Promise<boolean> {
	if (message.kind === "attend") {
		const rows = await transaction.query(
			`UPDATE omp_fleet.task SET attended_until = omp_fleet.now_ms() + $2 WHERE id = $1 AND ended_at IS NULL RETURNING seq`,
			[taskId, attendedMs],
		);
		return rows.length > 0;
	}
	const [task] = await transaction.query<{ seq: number }>(
		"SELECT seq FROM omp_fleet.task WHERE id = $1 AND ended_at IS NULL FOR SHARE",
		[taskId],
	);
	if (!task) return false;
	await transaction.query(
		"INSERT INTO omp_fleet.message (task, value, nonce) VALUES ($1, $2, $3) ON CONFLICT (nonce) DO NOTHING",
		[task.seq, JSON.stringify(message), nonce],
	);
	return true;
}

export async function collectGarbage(transaction: Transaction, olderThanMs: number): Promise<readonly string[]> {
	const tasks = await transaction.query<{ id: string }>(
		`WITH gone AS (
			DELETE FROM omp_fleet.task WHERE ended_at < omp_fleet.now_ms() - $1 RETURNING seq, id
		), bodies AS (
			DELETE FROM omp_fleet.body b USING gone WHERE b.seq = gone.seq
		)
		SELECT id FROM gone`,
		[olderThanMs],
	);
	const batches = await transaction.query<{ id: string }>(
		`DELETE FROM omp_fleet.batch b WHERE created_at < omp_fleet.now_ms() - $1
		AND NOT EXISTS (SELECT 1 FROM omp_fleet.task t WHERE t.batch = b.id) RETURNING id`,
		[olderThanMs],
	);
	await transaction.query("DELETE FROM omp_fleet.worker WHERE seen_at < omp_fleet.now_ms() - $1", [forgetWorkerMs]);
	await transaction.query(
		`DELETE FROM omp_fleet.paid p WHERE NOT EXISTS (SELECT 1 FROM omp_fleet.batch b WHERE b.id = p.batch)
		AND day < to_char((to_timestamp(omp_fleet.now_ms() / 1000.0) - $1 * interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
		[keptDays],
	);
	const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
	return [...ids(tasks).map(taskBlobs), ...ids(batches).map(batchBlobs)];
}
