import type { TaskFilter, TaskPage, WorkerRow } from "../contract/fleet-queue.ts";
import type { Task, TaskState } from "../contract/task.ts";
import { parseCursor } from "../engine/page-cursor.ts";
import { defaultPageSize, forgetWorkerMs, toUsd } from "../engine/rules.ts";
import { cleanText } from "./batches.ts";
import type { Connection } from "./connection.ts";
import { filterTasks } from "./filter.ts";
import { selectTasks } from "./task-row.ts";

/** How many tasks a short prefix may name. */
const maxFound = 100;

export async function findTasks(connection: Connection, searched: string): Promise<readonly Task[]> {
	const text = cleanText(searched);
	if (text === "") return [];
	const exact = await selectTasks(connection, "WHERE t.id = $1", [text]);
	if (exact.length > 0) return exact;
	const byId = await selectTasks(
		connection,
		`WHERE t.id >= $1 AND t.id < $1 || chr(1114111) ORDER BY t.seq LIMIT ${maxFound}`,
		[text],
	);
	if (byId.length > 0) return byId;
	return selectTasks(connection, `WHERE t.name = $1 ORDER BY t.seq LIMIT ${maxFound}`, [text]);
}

export async function listTasks(connection: Connection, filter: TaskFilter): Promise<TaskPage> {
	const { where, values } = filterTasks(filter);
	const size = Math.max(1, filter.limit ?? defaultPageSize);
	const after = parseCursor(filter.after);
	const [counted] = await connection.query<{ total: number }>(
		`SELECT COUNT(*) AS total FROM omp_fleet.task WHERE ${where}`,
		values,
	);
	const chosen = await connection.query<{ seq: number }>(
		`SELECT seq FROM omp_fleet.task WHERE ${where} AND seq > $${values.length + 1} ORDER BY seq LIMIT $${values.length + 2}`,
		[...values, after, size + 1],
	);
	const page = chosen.slice(0, size).map(({ seq }) => seq);
	const tasks = await selectTasks(connection, "WHERE t.seq = ANY ($1::bigint[]) ORDER BY t.seq", [page]);
	const next = chosen.length > size ? page.at(-1) : undefined;
	return { tasks, total: counted?.total ?? 0, ...(next === undefined ? {} : { next: String(next) }) };
}

export async function countTasks(
	connection: Connection,
	batch: string | undefined,
): Promise<Readonly<Record<TaskState, number>> & { readonly usd: number; readonly tokens: number }> {
	const rows = await connection.query<{ state: TaskState; count: number; usd: number; tokens: number }>(
		`SELECT state, COUNT(*) AS count, SUM(usd)::bigint AS usd, SUM(tokens)::bigint AS tokens FROM omp_fleet.task
		${batch === undefined ? "" : "WHERE batch = $1"} GROUP BY state`,
		batch === undefined ? [] : [batch],
	);
	const counts = { queued: 0, running: 0, waiting: 0, done: 0, failed: 0, cancelled: 0 };
	for (const { state, count } of rows) counts[state] = count;
	const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0);
	return { ...counts, usd: toUsd(sum(({ usd }) => usd)), tokens: sum(({ tokens }) => tokens) };
}

export function listWorkers(connection: Connection): Promise<readonly WorkerRow[]> {
	return connection.query<WorkerRow>(
		`SELECT id, host, pid, slots, format, version, seen_at AS "seenAt",
		(SELECT COUNT(*) FROM omp_fleet.task t WHERE t.worker = w.id AND t.attempt IS NOT NULL) AS running
		FROM omp_fleet.worker w WHERE seen_at > omp_fleet.now_ms() - $1 ORDER BY seen_at DESC, id`,
		[forgetWorkerMs],
	);
}
