import type { Database } from "bun:sqlite";
import { FleetError } from "../contract/fleet-error.ts";
import type { Batch, BatchLimits, NewBatch, NewTask } from "../contract/fleet-queue.ts";
import { fingerprintBatch, hasSharedLimits, noProgress, toBatch } from "../engine/rules.ts";

export function submitBatch(database: Database, now: number, batch: NewBatch, tasks: readonly NewTask[]): void {
	const fingerprint = fingerprintBatch(batch, tasks);
	const present = database
		.query<{ fingerprint: string }, [string]>("SELECT fingerprint FROM batch WHERE id = ?")
		.get(batch.id);
	if (present) {
		if (present.fingerprint === fingerprint) return;
		throw new FleetError("invalid", `Batch ${batch.id} exists with other tasks. Choose another id.`);
	}
	database.run(
		"INSERT INTO batch (id, name, limits, fingerprint, created_at, tasks, is_shared) VALUES (?, ?, ?, ?, ?, ?, ?)",
		[
			batch.id,
			batch.name,
			JSON.stringify(batch.limits),
			fingerprint,
			now,
			tasks.length,
			hasSharedLimits(batch.limits) ? 1 : 0,
		],
	);
	insertTasks(database, now, batch.id, tasks);
}

function insertTasks(database: Database, now: number, batch: string, tasks: readonly NewTask[]): void {
	const insertTask = database.prepare<unknown, (string | number)[]>(
		`INSERT INTO task (seq, id, batch, row, name, repository, format, priority, state, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?)`,
	);
	const insertBody = database.prepare<unknown, [number, string, string]>(
		"INSERT INTO body (seq, spec, progress) VALUES (?, ?, ?)",
	);
	const progress = JSON.stringify(noProgress);
	// Numbers of removed tasks are not used again: pages and the order of claims go by them.
	const last = database.query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'task'").get();
	let seq = last?.seq ?? 0;
	for (const [row, { id, name, spec, format, priority }] of tasks.entries()) {
		seq++;
		try {
			insertTask.run(seq, id, batch, row, name, spec.repository, format, priority, now);
		} catch (error) {
			if (!/UNIQUE/.test(String(error))) throw error;
			throw new FleetError("invalid", `There is a task ${id} already.`, { cause: error });
		}
		insertBody.run(seq, JSON.stringify(spec), progress);
	}
	insertTask.finalize();
	insertBody.finalize();
}

interface BatchRow {
	readonly id: string;
	readonly name: string;
	readonly limits: string;
	readonly created_at: number;
	readonly is_paused: number;
	readonly tasks: number;
	readonly paid: number;
	readonly reserved: number;
}

export function selectBatches(database: Database, rest = "", ...values: readonly string[]): readonly Batch[] {
	const sql = `SELECT id, name, limits, created_at, is_paused, tasks, paid,
		(SELECT COALESCE(SUM(usd), 0) FROM reservation WHERE reservation.batch = batch.id) AS reserved FROM batch ${rest} ORDER BY seq`;
	return database
		.query<BatchRow, string[]>(sql)
		.all(...values)
		.map((row) =>
			toBatch({
				id: row.id,
				name: row.name,
				limits: JSON.parse(row.limits) as BatchLimits,
				createdAt: row.created_at,
				isPaused: row.is_paused === 1,
				tasks: row.tasks,
				paidNanos: row.paid,
				reservedNanos: row.reserved,
			}),
		);
}
