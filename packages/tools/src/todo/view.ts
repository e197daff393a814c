import { isOpen, tasksOf } from "../services/todo-list.ts";
import { foldLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { todoTree } from "../view/todo-tree.ts";
import { treeLines } from "../view/tree-lines.ts";
import { defineView } from "../view/view.ts";
import type { TodoDetails } from "./execute.ts";

export const todoView = defineView<{ params: { op: string }; details: TodoDetails }>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("checkbox.on"),
	title: () => "Todo",
	meta({ state, details }, options, { op }) {
		if (state !== "done" || !details) return op;
		const tasks = tasksOf(details.phases);
		if (tasks.length === 0) return "no tasks";
		if (!options.todosInPanel || options.expanded) return countOf(tasks.length, "task", "tasks");
		const current = tasks.find(({ status }) => status === "in_progress");
		const done = `${tasks.filter((task) => !isOpen(task)).length}/${tasks.length}`;
		return titleText([done, ...(current ? [current.content] : [])].join(` ${options.theme.symbol("text.dot")} `));
	},
	result({ state, text, details }, options) {
		if (state === "failed" || !details) return [text.split("\n")[0] ?? ""];
		// The panel shows them; a card that repeats it would push everything else away.
		if (options.todosInPanel && !options.expanded) return [];
		return foldLines(treeLines(todoTree(details.phases, options.theme), options), "head", options);
	},
});
