export type TodoStatus = "pending" | "in_progress" | "completed" | "abandoned" | "blocked";

export interface TodoTask {
	readonly content: string;
	readonly status: TodoStatus;
	/** Why it is blocked. */
	readonly blocker?: string;
}

export interface TodoPhase {
	readonly name: string;
	readonly tasks: readonly TodoTask[];
}

export type TodoList = readonly TodoPhase[];

/** A task with the phase it stands in. */
export interface PlacedTask extends TodoTask {
	readonly phase: string;
}

export function tasksOf(list: TodoList): PlacedTask[] {
	return list.flatMap(({ name, tasks }) => tasks.map((task) => ({ ...task, phase: name })));
}

/** Not finished and not given up; it may still be blocked. */
export function isOpen({ status }: TodoTask): boolean {
	return status !== "completed" && status !== "abandoned";
}

/** Could be worked on now. */
export function isActionable({ status }: TodoTask): boolean {
	return status === "pending" || status === "in_progress";
}

export function mapTasks(list: TodoList, change: (task: TodoTask, phase: string) => TodoTask): TodoList {
	return list.map((phase) => ({ ...phase, tasks: phase.tasks.map((task) => change(task, phase.name)) }));
}

/** Exactly one task is in progress while any can be: the first that is, else the first that waits. */
export function withOneInProgress(list: TodoList): TodoList {
	const tasks = list.flatMap((phase) => phase.tasks);
	const current =
		tasks.find(({ status }) => status === "in_progress") ?? tasks.find(({ status }) => status === "pending");
	return mapTasks(list, (task) => {
		if (task === current) return { ...task, status: "in_progress" };
		return task.status === "in_progress" ? { ...task, status: "pending" } : task;
	});
}
