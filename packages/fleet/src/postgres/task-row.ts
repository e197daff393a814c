import type { Task } from "../contract/task.ts";
import { type TaskRow, toTask } from "../engine/task-row.ts";

const taskColumns = `t.seq, t.id, t.batch, t.row, t.name, t.format, t.priority, t.state, t.fence, t.losses, t.worker, t.is_paused,
	t.created_at, t.started_at, t.ended_at, b.spec, b.progress, b.result`;

/** A connection or a transaction. */
export interface Queryable {
	query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** `rest`: what comes after the tables `t` and `b`. */
export async function selectTasks(on: Queryable, rest: string, values: readonly unknown[] = []): Promise<Task[]> {
	const sql = `SELECT ${taskColumns} FROM omp_fleet.task t JOIN omp_fleet.body b USING (seq) ${rest}`;
	return (await on.query<TaskRow>(sql, values)).map(toTask);
}
