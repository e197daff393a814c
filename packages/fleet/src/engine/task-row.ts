import type { Task, TaskProgress, TaskResult, TaskSpec, TaskState } from "../contract/task.ts";

/** The columns of `task` and `body` of both engines. */
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
	/** SQLite has numbers for it. */
	readonly is_paused: boolean | number;
	readonly created_at: number;
	readonly started_at: number | null;
	readonly ended_at: number | null;
	readonly spec: string;
	readonly progress: string;
	readonly result: string | null;
}

export function toTask(row: TaskRow): Task {
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
		isPaused: Boolean(row.is_paused),
		createdAt: row.created_at,
		...(row.started_at === null ? {} : { startedAt: row.started_at }),
		...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
	};
}
