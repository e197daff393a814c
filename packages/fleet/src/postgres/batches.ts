import { FleetError } from "../contract/fleet-error.ts";
import type { Batch, BatchLimits, NewBatch, NewTask } from "../contract/fleet-queue.ts";
import { fingerprintBatch, hasSharedLimits, noProgress, toBatch } from "../engine/rules.ts";
import type { Connection, Transaction } from "./connection.ts";
import { inChunks, type JobQueue } from "./job-queue.ts";

/** The queues of the tasks' formats exist already. */
export async function submitBatch(
	transaction: Transaction,
	jobs: JobQueue,
	batch: NewBatch,
	tasks: readonly NewTask[],
): Promise<void> {
	const fingerprint = fingerprintBatch(batch, tasks);
	const [inserted] = await transaction.query<{ created_at: number }>(
		`INSERT INTO omp_fleet.batch (id, name, limits, fingerprint, created_at, tasks, is_shared)
		VALUES ($1, $2, $3, $4, omp_fleet.now_ms(), $5, $6) ON CONFLICT (id) DO NOTHING RETURNING created_at`,
		[
			batch.id,
			cleanText(batch.name),
			JSON.stringify(batch.limits),
			fingerprint,
			tasks.length,
			hasSharedLimits(batch.limits),
		],
	);
	if (!inserted) return expectSame(transaction, batch.id, fingerprint);
	// Ids that rise are much faster to index than random ones.
	const rows = tasks.map((task, row) => ({ ...task, row, job: Bun.randomUUIDv7() }));
	for (const chunk of inChunks(rows)) await insertTasks(transaction, batch.id, inserted.created_at, chunk);
	for (const format of new Set(tasks.map((task) => task.format))) {
		const added = rows.filter((task) => task.format === format);
		await jobs.add(
			transaction,
			format,
			added.map(({ job, priority }) => ({ id: job, priority })),
		);
	}
}

async function expectSame(transaction: Transaction, id: string, fingerprint: string): Promise<void> {
	const [present] = await transaction.query<{ fingerprint: string }>(
		"SELECT fingerprint FROM omp_fleet.batch WHERE id = $1",
		[id],
	);
	if (present?.fingerprint === fingerprint) return;
	throw new FleetError("invalid", `Batch ${id} exists with other tasks. Choose another id.`);
}

async function insertTasks(
	transaction: Transaction,
	batch: string,
	createdAt: number,
	tasks: ReadonlyArray<NewTask & { readonly row: number; readonly job: string }>,
): Promise<void> {
	try {
		await transaction.query(
			`WITH input AS (
				SELECT * FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[], $8::uuid[], $9::text[])
				AS input (id, row, name, repository, format, priority, job, spec) ORDER BY row
			), inserted AS (
				INSERT INTO omp_fleet.task (id, batch, row, name, repository, format, priority, job, created_at)
				SELECT id, $1, row, name, repository, format, priority, job, $11 FROM input RETURNING seq, job
			)
			INSERT INTO omp_fleet.body (seq, spec, progress)
			SELECT inserted.seq, input.spec, $10 FROM inserted JOIN input USING (job)`,
			[
				batch,
				tasks.map(({ id }) => id),
				tasks.map(({ row }) => row),
				tasks.map(({ name }) => cleanText(name)),
				tasks.map(({ spec }) => cleanText(spec.repository)),
				tasks.map(({ format }) => format),
				tasks.map(({ priority }) => priority),
				tasks.map(({ job }) => job),
				tasks.map(({ spec }) => JSON.stringify(spec)),
				JSON.stringify(noProgress),
				createdAt,
			],
		);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
		const present = existingId(error);
		throw new FleetError("invalid", `There is a task ${present} already.`, { cause: error });
	}
}

function existingId(error: Error): string {
	const detail = "detail" in error ? String(error.detail) : "";
	return /\(id\)=\((.*?)\)/.exec(detail)?.[1] ?? "with one of these ids";
}

/** Text columns have no room for NUL. */
export const cleanText = (text: string): string => text.replaceAll("\0", "�");

interface BatchRow {
	readonly id: string;
	readonly name: string;
	readonly limits: string;
	readonly created_at: number;
	readonly is_paused: boolean;
	readonly tasks: number;
	readonly paid: number;
	readonly reserved: number;
}

export async function selectBatches(
	connection: Connection,
	rest = "",
	values: readonly string[] = [],
): Promise<readonly Batch[]> {
	const rows = await connection.query<BatchRow>(
		`SELECT id, name, limits, created_at, is_paused, tasks,
		(SELECT COALESCE(SUM(usd), 0)::bigint FROM omp_fleet.paid p WHERE p.batch = b.id) AS paid,
		(SELECT COALESCE(SUM(usd), 0)::bigint FROM omp_fleet.reservation r WHERE r.batch = b.id) AS reserved
		FROM omp_fleet.batch b ${rest} ORDER BY seq`,
		values,
	);
	return rows.map((row) =>
		toBatch({
			id: row.id,
			name: row.name,
			limits: JSON.parse(row.limits) as BatchLimits,
			createdAt: row.created_at,
			isPaused: row.is_paused,
			tasks: row.tasks,
			paidNanos: row.paid,
			reservedNanos: row.reserved,
		}),
	);
}
