import { isOpen, type TodoList, type TodoTask, tasksOf } from "../services/todo-list.ts";

/** The list in words: how much is left, how far it is, and every phase with check marks. */
export function todoReport(list: TodoList, options: { readonly isView: boolean }): string {
	const tasks = tasksOf(list);
	if (tasks.length === 0) return options.isView ? "Todo list is empty." : "Todo list cleared.";
	const open = tasks.filter(isOpen);
	return [
		open.length > 0 ? `Remaining items: ${open.length}.` : "Remaining items: none.",
		`Overall: ${progress(tasks)}.`,
		...activePhase(list),
		...list.flatMap(({ name, tasks: inPhase }) => [`  ${name}:`, ...inPhase.map((task) => `    - ${checkMark(task)}`)]),
	].join("\n");
}

function progress(tasks: readonly TodoTask[]): string {
	const count = (...statuses: TodoTask["status"][]) => tasks.filter(({ status }) => statuses.includes(status)).length;
	const blocked = count("blocked");
	const kept = tasks.length - count("abandoned");
	const figures = `${count("completed")}/${kept} done, ${count("pending", "in_progress")} open`;
	return blocked > 0 ? `${figures}, ${blocked} blocked` : figures;
}

function activePhase(list: TodoList): string[] {
	const current = list.findIndex(({ tasks }) => tasks.some(({ status }) => status === "in_progress"));
	const index = current === -1 ? list.findIndex(({ tasks }) => tasks.some(isOpen)) : current;
	const phase = list[index];
	if (!phase) return [];
	const closed = phase.tasks.filter((task) => !isOpen(task)).length;
	return [`Active phase ${index + 1}/${list.length} "${phase.name}" (${closed}/${phase.tasks.length}).`];
}

function checkMark({ content, status, blocker }: TodoTask): string {
	switch (status) {
		case "completed":
			return `[X] ${content}`;
		case "abandoned":
			return `[-] ${content} (dropped)`;
		case "in_progress":
			return `[ ] ${content} (in progress)`;
		case "blocked":
			return `[ ] ${content} (blocked${blocker ? `: ${blocker}` : ""})`;
		case "pending":
			return `[ ] ${content}`;
	}
}
