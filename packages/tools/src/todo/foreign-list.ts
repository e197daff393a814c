import { isRecord } from "@oh-my-pi/pi-utils/is-record";

type Fields = Readonly<Record<string, unknown>>;

const ownFields = ["op", "ops", "list", "phase", "items", "task", "reason"];

/** A whole list with the state of each entry, as other programs write one (`todos`, `plan`), as the operations that make it. */
export function readForeignList(args: Fields): Record<string, unknown> {
	const list = args.todos ?? args.plan ?? args.todoList;
	const known = Object.fromEntries(Object.entries(args).filter(([name]) => ownFields.includes(name)));
	if (!Array.isArray(list) || known.op !== undefined || known.ops !== undefined) return known;
	const tasks = list.flatMap((entry: unknown) => readTask(entry) ?? []);
	if (tasks.length !== list.length) return known;
	if (tasks.length === 0) return { op: "rm" };
	const started = tasks.find(({ status }) => status === "started");
	return {
		ops: [
			{ op: "init", items: tasks.map(({ task }) => task) },
			...tasks.flatMap(({ task, status }) => (status === "done" || status === "drop" ? [{ op: status, task }] : [])),
			...(started ? [{ op: "start", task: started.task }] : []),
		],
	};
}

function readTask(entry: unknown): { readonly task: string; readonly status: string | undefined } | undefined {
	if (typeof entry === "string") return { task: entry, status: undefined };
	if (!isRecord(entry)) return undefined;
	const task = entry.content ?? entry.step ?? entry.title ?? entry.description ?? entry.task;
	if (typeof task !== "string" || task.trim() === "") return undefined;
	const status = typeof entry.status === "string" ? entry.status.toLowerCase().replace(/[\s-]/g, "_") : "";
	return { task: task.trim(), status: statuses.get(status) };
}

const statuses: ReadonlyMap<string, "started" | "done" | "drop"> = new Map([
	["in_progress", "started"],
	["completed", "done"],
	["done", "done"],
	["cancelled", "drop"],
	["canceled", "drop"],
	["abandoned", "drop"],
]);
