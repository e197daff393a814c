import type { Database } from "bun:sqlite";
import type { Task } from "../contract/task.ts";
import { type TaskRow, toTask } from "../engine/task-row.ts";

const taskColumns = `task.seq, id, batch, row, name, format, priority, state, fence, losses, worker, is_paused,
	created_at, started_at, ended_at, spec, progress, result`;

/** `rest`: what comes after the tables. */
export function selectTasks(database: Database, rest: string, ...values: readonly (string | number)[]): Task[] {
	const sql = `SELECT ${taskColumns} FROM task JOIN body USING (seq) ${rest}`;
	return database
		.query<TaskRow, (string | number)[]>(sql)
		.all(...values)
		.map(toTask);
}
