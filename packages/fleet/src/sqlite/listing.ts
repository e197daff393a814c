import type { Database } from "bun:sqlite";
import type { TaskFilter, TaskPage } from "../contract/fleet-queue.ts";
import type { Task, TaskState } from "../contract/task.ts";
import { parseCursor } from "../engine/page-cursor.ts";
import { defaultPageSize, toUsd } from "../engine/rules.ts";
import { filterTasks } from "./filter.ts";
import { selectTasks } from "./task-row.ts";

/** How many tasks a short prefix may name. */
const maxFound = 100;

export function findTasks(database: Database, text: string): readonly Task[] {
	if (text === "") return [];
	const exact = selectTasks(database, "WHERE id = ?", text);
	if (exact.length > 0) return exact;
	const byId = selectTasks(
		database,
		`WHERE id >= ?1 AND id < ?1 || char(1114111) ORDER BY task.seq LIMIT ${maxFound}`,
		text,
	);
	return byId.length > 0 ? byId : selectTasks(database, `WHERE name = ? ORDER BY task.seq LIMIT ${maxFound}`, text);
}

export function listTasks(database: Database, filter: TaskFilter): TaskPage {
	const { where, values } = filterTasks(filter);
	const size = Math.max(1, filter.limit ?? defaultPageSize);
	const after = parseCursor(filter.after);
	const total = database
		.query<{ total: number }, (string | number)[]>(`SELECT COUNT(*) AS total FROM task WHERE ${where}`)
		.get(...values)?.total;
	const chosen = database
		.query<{ seq: number }, (string | number)[]>(`SELECT seq FROM task WHERE ${where} AND seq > ? ORDER BY seq LIMIT ?`)
		.all(...values, after, size + 1)
		.map(({ seq }) => seq);
	const page = chosen.slice(0, size);
	const tasks = selectTasks(
		database,
		"WHERE task.seq IN (SELECT value FROM json_each(?)) ORDER BY task.seq",
		JSON.stringify(page),
	);
	const next = chosen.length > size ? page.at(-1) : undefined;
	return { tasks, total: total ?? 0, ...(next === undefined ? {} : { next: String(next) }) };
}

export function countTasks(
	database: Database,
	batch: string | undefined,
): Readonly<Record<TaskState, number>> & { readonly usd: number; readonly tokens: number } {
	const sql = `SELECT state, COUNT(*) AS count, SUM(usd) AS usd, SUM(tokens) AS tokens FROM task
		${batch === undefined ? "" : "WHERE batch = ?"} GROUP BY state`;
	const rows = database
		.query<{ state: TaskState; count: number; usd: number; tokens: number }, string[]>(sql)
		.all(...(batch === undefined ? [] : [batch]));
	const counts = { queued: 0, running: 0, waiting: 0, done: 0, failed: 0, cancelled: 0 };
	for (const { state, count } of rows) counts[state] = count;
	const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0);
	return { ...counts, usd: toUsd(sum(({ usd }) => usd)), tokens: sum(({ tokens }) => tokens) };
}
