import type { Database } from "bun:sqlite";
import type { TaskFilter, TaskMessage } from "../contract/fleet-queue.ts";
import { finalStates, type TaskProgress } from "../contract/task.ts";
import {
	attendedMs,
	batchBlobs,
	cancelledResult,
	coversBatches,
	forgetWorkerMs,
	formatDay,
	isDelivering,
	keptDays,
	resetProgress,
	taskBlobs,
	toNanos,
} from "../engine/rules.ts";
import { filterTasks } from "./filter.ts";
import { endTask } from "./leases.ts";

interface ControlRow {
	readonly seq: number;
	readonly state: string;
}

const unfinished = "state NOT IN ('done', 'failed', 'cancelled')";

export function cancelTasks(database: Database, now: number, filter: TaskFilter): number {
	const sql = "SELECT fence, progress FROM task JOIN body USING (seq) WHERE seq = ?";
	const readProgress = database.query<{ fence: number; progress: string }, [number]>(sql);
	const rows = selectControlled(database, filter, unfinished).filter(({ seq, state }) => {
		const progress = state === "queued" ? undefined : readProgress.get(seq);
		return !progress || !isDelivering(progress);
	});
	for (const { seq, state } of rows) {
		if (state === "queued") endTask(database, now, seq, "cancelled", cancelledResult);
		else database.run("UPDATE task SET is_cancelled = 1 WHERE seq = ?", [seq]);
	}
	return rows.length;
}

export function retryTasks(database: Database, filter: TaskFilter, from: "last-turn" | "start"): number {
	const rows = selectControlled(database, filter, "state IN ('failed', 'cancelled')");
	const readProgress = database.query<{ progress: string }, [number]>("SELECT progress FROM body WHERE seq = ?");
	for (const { seq } of rows) {
		const stored = JSON.parse(readProgress.get(seq)?.progress ?? "{}") as TaskProgress;
		const progress = resetProgress(stored, from);
		database.run(
			`UPDATE task SET state = 'queued', losses = 0, losses_before = 0, worker = NULL, message = '', started_at = NULL, ended_at = NULL, usd = ?, tokens = ?, turns = ?,
			is_paused = (SELECT is_paused FROM batch WHERE id = task.batch) WHERE seq = ?`,
			[toNanos(progress.usd), progress.tokens, progress.turns, seq],
		);
		database.run("UPDATE body SET progress = ?, result = NULL WHERE seq = ?", [JSON.stringify(progress), seq]);
	}
	return rows.length;
}

export function pauseTasks(database: Database, filter: TaskFilter, isPaused: boolean): number {
	const rows = selectControlled(database, filter, `${unfinished} AND is_paused = ${isPaused ? 0 : 1}`);
	for (const { seq } of rows) database.run("UPDATE task SET is_paused = ? WHERE seq = ?", [isPaused ? 1 : 0, seq]);
	if (coversBatches(filter)) {
		database.run("UPDATE batch SET is_paused = ?1 WHERE ?2 IS NULL OR id = ?2", [
			isPaused ? 1 : 0,
			filter.batch ?? null,
		]);
	}
	return rows.length;
}

function selectControlled(database: Database, filter: TaskFilter, condition: string): readonly ControlRow[] {
	const { where, values } = filterTasks(filter);
	const sql = `SELECT seq, state FROM task WHERE ${where} AND ${condition} ORDER BY seq`;
	return database.query<ControlRow, (string | number)[]>(sql).all(...values);
}

export function sendMessage(database: Database, now: number, taskId: string, message: TaskMessage): boolean {
	const task = database
		.query<ControlRow, [string]>(`SELECT seq, state FROM task WHERE id = ? AND ${unfinished}`)
		.get(taskId);
	if (!task) return false;
	if (message.kind === "attend") {
		database.run("UPDATE task SET attended_until = ? WHERE seq = ?", [now + attendedMs, task.seq]);
	} else {
		database.run("INSERT INTO message (task, value) VALUES (?, ?)", [task.seq, JSON.stringify(message)]);
	}
	return true;
}

export function collectGarbage(database: Database, now: number, olderThanMs: number): readonly string[] {
	const before = now - olderThanMs;
	const states = finalStates.map((state) => `'${state}'`).join(", ");
	const tasks = database
		.query<{ seq: number; id: string }, [number]>(
			`SELECT seq, id FROM task WHERE state IN (${states}) AND ended_at < ? ORDER BY seq`,
		)
		.all(before);
	for (const { seq } of tasks) {
		database.run("DELETE FROM body WHERE seq = ?", [seq]);
		database.run("DELETE FROM task WHERE seq = ?", [seq]);
	}
	const batches = database
		.query<{ id: string }, [number]>(
			`DELETE FROM batch WHERE created_at < ? AND NOT EXISTS (SELECT 1 FROM task WHERE task.batch = batch.id) RETURNING id`,
		)
		.all(before);
	database.run("DELETE FROM worker WHERE seen_at < ?", [now - forgetWorkerMs]);
	database.run("DELETE FROM day WHERE day < ?", [formatDay(now - keptDays * 24 * 60 * 60 * 1000)]);
	return [...tasks.map(({ id }) => taskBlobs(id)), ...batches.map(({ id }) => batchBlobs(id))];
}
