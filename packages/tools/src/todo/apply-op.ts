import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import {
	isActionable,
	isOpen,
	mapTasks,
	type TodoList,
	type TodoTask,
	tasksOf,
	withOneInProgress,
} from "../services/todo-list.ts";
import { type TodoOp, TodoProblem } from "./todo-op.ts";

/** The list after an operation; throws a `TodoProblem` and changes nothing when it cannot be carried out. */
export function applyOp(list: TodoList, op: TodoOp): TodoList {
	return op.op === "view" ? list : withOneInProgress(changed(list, op));
}

function changed(list: TodoList, op: Exclude<TodoOp, { op: "view" }>): TodoList {
	switch (op.op) {
		case "init":
			return init(op.list);
		case "start":
			return start(list, op.task);
		case "done":
			return close(list, op, "completed");
		case "drop":
			return close(list, op, "abandoned");
		case "block":
			return block(list, op, op.reason);
		case "unblock":
			return unblock(list, op);
		case "rm":
			return remove(list, op);
		case "append":
			return append(list, op);
	}
}

interface Target {
	readonly task?: string | undefined;
	readonly phase?: string | undefined;
}

function init(phases: Extract<TodoOp, { op: "init" }>["list"]): TodoList {
	const names = new Set<string>();
	const contents = new Set<string>();
	for (const { phase, items } of phases) {
		if (names.has(phase)) throw new TodoProblem(`Duplicate phase "${phase}" in init list`);
		names.add(phase);
		for (const item of items) {
			if (contents.has(item)) throw new TodoProblem(`Duplicate task "${item}" in init list`);
			contents.add(item);
		}
	}
	return phases.map(({ phase, items }) => ({ name: phase, tasks: items.map(pending) }));
}

function start(list: TodoList, content: string | undefined): TodoList {
	const wanted = findTask(list, content);
	return mapTasks(list, (task) => {
		if (task.content === wanted.content) return { content: task.content, status: "in_progress" };
		return task.status === "in_progress" ? { ...task, status: "pending" } : task;
	});
}

function close(list: TodoList, target: Target, status: "completed" | "abandoned"): TodoList {
	const isMeant = matcher(list, target);
	const named = target.task !== undefined;
	// A task that was named is closed whatever it was; a sweep leaves those alone that were closed otherwise.
	return mapTasks(list, (task, phase) =>
		isMeant(task, phase) && (named || isOpen(task)) ? { content: task.content, status } : task,
	);
}

function block(list: TodoList, target: Target, reason: string | undefined): TodoList {
	if (target.task === undefined && target.phase === undefined) {
		throw new TodoProblem("block requires a task or phase target");
	}
	const isMeant = matcher(list, target);
	if (target.task !== undefined) {
		const { content, status } = findTask(list, target.task);
		if (status === "completed" || status === "abandoned")
			throw new TodoProblem(`Task "${content}" is already ${status}`);
	}
	return mapTasks(list, (task, phase) =>
		isMeant(task, phase) && (isActionable(task) || (task.status === "blocked" && reason))
			? { content: task.content, status: "blocked", ...(reason && { blocker: reason }) }
			: task,
	);
}

function unblock(list: TodoList, target: Target): TodoList {
	if (target.task === undefined && target.phase === undefined) {
		throw new TodoProblem("unblock requires a task or phase target");
	}
	const isMeant = matcher(list, target);
	return mapTasks(list, (task, phase) =>
		isMeant(task, phase) && task.status === "blocked" ? { content: task.content, status: "pending" } : task,
	);
}

function remove(list: TodoList, target: Target): TodoList {
	const isMeant = matcher(list, target);
	return list
		.map((phase) => ({ ...phase, tasks: phase.tasks.filter((task) => !isMeant(task, phase.name)) }))
		.filter(({ tasks }) => tasks.length > 0);
}

function append(list: TodoList, { phase, items }: Extract<TodoOp, { op: "append" }>): TodoList {
	if (phase === undefined) throw new TodoProblem("Missing phase name for append operation");
	const contents = new Set(tasksOf(list).map(({ content }) => content));
	for (const item of items) {
		if (contents.has(item)) throw new TodoProblem(`Task "${item}" already exists`);
		contents.add(item);
	}
	const added = items.map(pending);
	if (!list.some(({ name }) => name === phase)) return [...list, { name: phase, tasks: added }];
	return list.map((existing) =>
		existing.name === phase ? { ...existing, tasks: [...existing.tasks, ...added] } : existing,
	);
}

/** Which tasks a target means: one, those of a phase, or all. */
function matcher(list: TodoList, { task, phase }: Target): (candidate: TodoTask, phase: string) => boolean {
	if (task !== undefined) {
		const { content } = findTask(list, task);
		return (candidate) => candidate.content === content;
	}
	if (phase === undefined) return () => true;
	const names = list.map(({ name }) => name);
	if (!names.includes(phase)) throw new TodoProblem(`Phase "${phase}" not found${hint(phase, names)}`);
	return (_candidate, name) => name === phase;
}

function findTask(list: TodoList, content: string | undefined): TodoTask {
	if (content === undefined) throw new TodoProblem("Missing task content");
	const tasks = tasksOf(list);
	const found = tasks.find((task) => task.content === content);
	if (found) return found;
	const contents = tasks.map((task) => task.content);
	throw new TodoProblem(`Task "${content}" not found${hint(content, contents)}`);
}

function hint(wanted: string, names: readonly string[]): string {
	if (names.length === 0) return " (the list is empty)";
	const partly = names.filter((name) => {
		const [a, b] = [name.toLowerCase(), wanted.toLowerCase()];
		return a.includes(b) || b.includes(a);
	});
	const similar = [...new Set([...nearest(wanted, names, 3), ...partly])].slice(0, 3);
	return similar.length > 0 ? `. Did you mean ${similar.map((name) => `"${name}"`).join(" or ")}?` : "";
}

function pending(content: string): TodoTask {
	return { content, status: "pending" };
}
