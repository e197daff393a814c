import type { Task, TaskProgress, TaskResult, TaskSpec, TaskState } from "../contract/task.ts";

/** The columns of `task` and `body`, as `taskColumns` selects them. */
interface TaskRow {
	readonly seq: number;
	readonly id: string;
	readonly batch: string;
	readonly row: number;
	readonly name: string;
	readonly format: number;
	readonly priority: number;
	readonly state: TaskState;
	readonly fence: number;
	readonly losses: number;
	readonly worker: string | null;
	readonly is_paused: boolean;
	readonly created_at: number;
	readonly started_at: number | null;
	readonly ended_at: number | null;
	readonly spec: string;
	readonly progress: string;
	readonly result: string | null;
}

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

function toTask(row: TaskRow): Task {
	return {
		id: row.id,
		batch: row.batch,
		index: row.row,
		name: row.name,
		format: row.format,
		spec: JSON.parse(row.spec) as TaskSpec,
		priority: row.priority,
		state: row.state,
		fence: row.fence,
		losses: row.losses,
		...(row.worker === null ? {} : { worker: row.worker }),
		progress: JSON.parse(row.progress) as TaskProgress,
		...(row.result === null ? {} : { result: JSON.parse(row.result) as TaskResult }),
		isPaused: row.is_paused,
		createdAt: row.created_at,
		...(row.started_at === null ? {} : { startedAt: row.started_at }),
		...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
	};
}
