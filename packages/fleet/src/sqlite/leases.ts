import type { Database } from "bun:sqlite";
import type { Claim, Lease, Renewal, TaskMessage, WorkerFacts, WorkerRow } from "../contract/fleet-queue.ts";
import type { FinalState, TaskProgress, TaskResult, TaskState } from "../contract/task.ts";
import {
	cancelledResult,
	forgetWorkerMs,
	formatDay,
	lostResult,
	maxLosses,
	splitCost,
	toNanos,
	withoutDelivery,
} from "../engine/rules.ts";
import { selectTasks } from "./task-row.ts";

/** A task that somebody owns. */
interface OwnedRow {
	readonly seq: number;
	readonly batch: string;
	readonly worker: string | null;
	readonly losses: number;
	/** Before its last finished turn. */
	readonly losses_before: number;
	readonly is_paused: number;
	readonly is_cancelled: number;
	readonly attended_until: number;
	readonly usd: number;
	readonly reported: number;
}

const owned = "leased_until IS NOT NULL";
const ownedColumns =
	"seq, batch, worker, losses, losses_before, is_paused, is_cancelled, attended_until, usd, reported";

export function findOwned(database: Database, { task, fence }: Lease): OwnedRow | undefined {
	const sql = `SELECT ${ownedColumns} FROM task WHERE id = ? AND fence = ? AND ${owned}`;
	return database.query<OwnedRow, [string, number]>(sql).get(task, fence) ?? undefined;
}

/** Whether a claim would change anything: an idle worker that asks should not write. */
export function hasWork(database: Database, now: number, worker: WorkerFacts): boolean {
	const sql = `SELECT EXISTS (SELECT 1 FROM task WHERE state = 'queued' AND is_paused = 0 AND format <= ?1)
		OR EXISTS (SELECT 1 FROM task WHERE leased_until <= ?2)
		OR NOT EXISTS (SELECT 1 FROM worker WHERE id = ?3 AND seen_at > ?4) AS found`;
	const values = [worker.format, now, worker.id, now - seenEveryMs] as const;
	return database.query<{ found: number }, (string | number)[]>(sql).get(...values)?.found === 1;
}

/** How often an idle worker writes that it is there. */
const seenEveryMs = 10_000;

export function claimTasks(
	database: Database,
	now: number,
	leaseMs: number,
	worker: WorkerFacts,
	count: number,
): readonly Claim[] {
	registerWorker(database, now, worker);
	expireLeases(database, now);
	const chosen = database
		.query<{ seq: number }, [number, number]>(
			"SELECT seq FROM task WHERE state = 'queued' AND is_paused = 0 AND format <= ? ORDER BY priority DESC, seq LIMIT ?",
		)
		.all(worker.format, count);
	return chosen.flatMap(({ seq }) => {
		database.run(
			`UPDATE task SET state = 'running', fence = fence + 1, worker = ?, leased_until = ?, reported = 0,
			started_at = COALESCE(started_at, ?) WHERE seq = ?`,
			[worker.id, now + leaseMs, now, seq],
		);
		return selectTasks(database, "WHERE task.seq = ?", seq).map((value) => ({
			task: value.id,
			fence: value.fence,
			value,
			leaseMs,
		}));
	});
}

function registerWorker(database: Database, now: number, worker: WorkerFacts): void {
	database.run(
		`INSERT INTO worker (id, host, pid, slots, format, version, seen_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (id) DO UPDATE SET slots = ?4, format = ?5, version = ?6, seen_at = ?7`,
		[worker.id, worker.host, worker.pid, worker.slots, worker.format, worker.version, now],
	);
}

function expireLeases(database: Database, now: number): void {
	loseTasks(
		database,
		now,
		database.query<OwnedRow, [number]>(`SELECT ${ownedColumns} FROM task WHERE leased_until <= ?`).all(now),
	);
}

export function abandonTasks(database: Database, now: number, worker: string): number {
	const rows = database
		.query<OwnedRow, [string]>(`SELECT ${ownedColumns} FROM task WHERE worker = ? AND ${owned}`)
		.all(worker);
	loseTasks(database, now, rows);
	database.run("DELETE FROM worker WHERE id = ?", [worker]);
	return rows.length;
}

function loseTasks(database: Database, now: number, rows: readonly OwnedRow[]): void {
	for (const row of rows) {
		closeReservations(database, now, row.seq);
		const losses = row.losses + 1;
		database.run("UPDATE task SET losses = ? WHERE seq = ?", [losses, row.seq]);
		if (row.is_cancelled) endTask(database, now, row.seq, "cancelled", cancelledResult);
		else if (losses - row.losses_before >= maxLosses)
			endTask(database, now, row.seq, "failed", lostResult(row.worker ?? undefined));
		else queueTask(database, row.seq);
	}
}

function queueTask(database: Database, seq: number): void {
	database.run("UPDATE task SET state = 'queued', worker = NULL, leased_until = NULL WHERE seq = ?", [seq]);
}

export function endTask(database: Database, now: number, seq: number, state: TaskState, result: TaskResult): void {
	database.run(
		`UPDATE task SET state = ?, message = ?, leased_until = NULL, is_cancelled = 0, attended_until = 0, ended_at = ? WHERE seq = ?`,
		[state, result.message, now, seq],
	);
	database.run("UPDATE body SET result = ? WHERE seq = ?", [JSON.stringify(result), seq]);
	database.run("DELETE FROM message WHERE task = ?", [seq]);
}

/** What the owner of a task had reserved is spent, unless it was still waiting for its turn. */
function closeReservations(database: Database, now: number, seq: number): void {
	const sql = "SELECT batch, SUM(usd) AS usd FROM reservation WHERE task = ? AND is_granted = 1 GROUP BY batch";
	for (const { batch, usd } of database.query<{ batch: string; usd: number }, [number]>(sql).all(seq)) {
		addPaid(database, now, batch, usd);
	}
	database.run("DELETE FROM reservation WHERE task = ?", [seq]);
}

export function addPaid(database: Database, now: number, batch: string, nanos: number): void {
	if (nanos === 0) return;
	database.run("UPDATE batch SET paid = paid + ? WHERE id = ?", [nanos, batch]);
	database.run("INSERT INTO day (day, paid) VALUES (?1, ?2) ON CONFLICT (day) DO UPDATE SET paid = paid + ?2", [
		formatDay(now),
		nanos,
	]);
}

export function renewLeases(
	database: Database,
	now: number,
	leaseMs: number,
	worker: string,
	leases: readonly Lease[],
): readonly Renewal[] {
	database.run("UPDATE worker SET seen_at = ? WHERE id = ?", [now, worker]);
	return leases.map(({ task, fence }) => {
		const row = findOwned(database, { task, fence });
		if (row?.worker !== worker) {
			return { task, fence, isHeld: false, isCancelled: false, isPaused: false, messages: [], isAttended: false };
		}
		database.run("UPDATE task SET leased_until = ? WHERE seq = ?", [now + leaseMs, row.seq]);
		return {
			task,
			fence,
			isHeld: true,
			isCancelled: row.is_cancelled === 1,
			isPaused: row.is_paused === 1,
			messages: readMessages(database, row.seq),
			isAttended: row.attended_until > now,
		};
	});
}

function readMessages(database: Database, seq: number): Renewal["messages"] {
	return database
		.query<{ id: number; value: string }, [number]>("SELECT id, value FROM message WHERE task = ? ORDER BY id")
		.all(seq)
		.map(({ id, value }) => ({ ...(JSON.parse(value) as TaskMessage), id }));
}

export function recordProgress(
	database: Database,
	now: number,
	lease: Lease,
	progress: TaskProgress,
	state: "running" | "waiting",
): boolean {
	const row = findOwned(database, lease);
	if (!row) return false;
	const usd = toNanos(progress.usd);
	const { paid, reportedNanos } = splitCost(usd - row.usd, row.reported);
	addPaid(database, now, row.batch, paid);
	// A task that gets on is none that kills its workers.
	database.run(
		`UPDATE task SET state = ?1, usd = ?2, tokens = ?3, reported = ?4, turns = ?5, losses_before = IIF(?5 > turns, losses, losses_before)
		WHERE seq = ?6`,
		[state, usd, progress.tokens, reportedNanos, progress.turns, row.seq],
	);
	database.run("UPDATE body SET progress = ? WHERE seq = ?", [JSON.stringify(progress), row.seq]);
	return true;
}

export function beginDelivery(
	database: Database,
	now: number,
	lease: Lease,
	progress: TaskProgress,
): "begun" | "cancelled" | "lost" {
	if (findOwned(database, lease)?.is_cancelled) return "cancelled";
	return recordProgress(database, now, lease, progress, "running") ? "begun" : "lost";
}

export function settleTask(
	database: Database,
	now: number,
	lease: Lease,
	state: FinalState,
	result: TaskResult,
): FinalState | "lost" {
	const row = findOwned(database, lease);
	if (!row) {
		if (isSettled(database, lease, state, result)) return state;
		return isSettled(database, lease, "cancelled", withoutDelivery(result)) ? "cancelled" : "lost";
	}
	closeReservations(database, now, row.seq);
	const isCancelled = row.is_cancelled === 1 && state !== "cancelled";
	endTask(database, now, row.seq, isCancelled ? "cancelled" : state, isCancelled ? withoutDelivery(result) : result);
	return isCancelled ? "cancelled" : state;
}

/** The same once more. */
function isSettled(database: Database, { task, fence }: Lease, state: string, result: TaskResult): boolean {
	const sql = "SELECT 1 FROM task JOIN body USING (seq) WHERE id = ? AND fence = ? AND state = ? AND result = ?";
	return database.query(sql).get(task, fence, state, JSON.stringify(result)) !== null;
}

export function handBackTask(database: Database, now: number, lease: Lease): boolean {
	const row = findOwned(database, lease);
	if (!row) return false;
	closeReservations(database, now, row.seq);
	if (row.is_cancelled) endTask(database, now, row.seq, "cancelled", cancelledResult);
	else queueTask(database, row.seq);
	return true;
}

export function listWorkers(database: Database, now: number): readonly WorkerRow[] {
	const sql = `SELECT id, host, pid, slots, format, version, seen_at AS seenAt,
		(SELECT COUNT(*) FROM task WHERE ${owned} AND task.worker = worker.id) AS running
		FROM worker WHERE seen_at > ? ORDER BY seen_at DESC, id`;
	return database.query<WorkerRow, [number]>(sql).all(now - forgetWorkerMs);
}
