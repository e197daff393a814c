import type { Database } from "bun:sqlite";
import type { Task, TaskProgress, TaskResult, TaskSpec, TaskState } from "../contract/task.ts";

/** The columns of `task` and `body`, as `taskColumns` selects them. */
export interface TaskRow {
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
	readonly is_paused: number;
	readonly created_at: number;
	readonly started_at: number | null;
	readonly ended_at: number | null;
	readonly spec: string;
	readonly progress: string;
	readonly result: string | null;
}

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
		isPaused: row.is_paused === 1,
		createdAt: row.created_at,
		...(row.started_at === null ? {} : { startedAt: row.started_at }),
		...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
	};
}
