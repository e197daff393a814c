import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type TodoList, tasksOf } from "../services/todo-list.ts";
import type { TodoStore } from "../services/todo-store.ts";
import { applyOp } from "./apply-op.ts";
import { parseOps } from "./parse-ops.ts";
import { todoReport } from "./report.ts";
import { TodoProblem } from "./todo-op.ts";

export interface TodoDetails {
	readonly op: string;
	readonly phases: TodoList;
	readonly storage: "session" | "memory";
	/** What this call has finished. */
	readonly completedTasks?: ReadonlyArray<{ readonly phase: string; readonly content: string }>;
}

export async function executeTodo(params: unknown, store: TodoStore): Promise<ToolOutput<TodoDetails>> {
	const before = store.list;
	try {
		const ops = parseOps(params, { isEmpty: tasksOf(before).length === 0 });
		const after = ops.reduce(applyOp, before);
		const isView = ops.every(({ op }) => op === "view");
		if (!isView) store.set(after);
		const completed = newlyCompleted(before, after);
		return {
			content: todoReport(after, { isView }),
			details: {
				op: ops.map(({ op }) => op).join(","),
				phases: after,
				storage: store.storage,
				...(completed.length > 0 && { completedTasks: completed }),
			},
		};
	} catch (error) {
		if (!(error instanceof TodoProblem)) throw error;
		const content = `Errors: ${error.message}\nThe list is unchanged.\n\n${todoReport(before, { isView: true })}`;
		return { content, details: { op: "error", phases: before, storage: store.storage }, isError: true };
	}
}

function newlyCompleted(before: TodoList, after: TodoList) {
	const known = new Set(
		tasksOf(before)
			.filter(({ status }) => status === "completed")
			.map(({ content }) => content),
	);
	return tasksOf(after)
		.filter(({ status, content }) => status === "completed" && !known.has(content))
		.map(({ phase, content }) => ({ phase, content }));
}
