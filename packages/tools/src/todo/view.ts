import { tasksOf } from "../shared/todo-list.ts";
import { foldLines } from "../shared/view/preview-lines.ts";
import { countOf } from "../shared/view/title-text.ts";
import { todoTree } from "../shared/view/todo-tree.ts";
import { treeLines } from "../shared/view/tree-lines.ts";
import { defineView } from "../view.ts";
import type { TodoDetails } from "./execute.ts";

export const todoView = defineView<{ params: { op: string }; details: TodoDetails }>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("checkbox.on"),
	title: () => "Todo",
	meta({ state, details }, _options, { op }) {
		if (state !== "done" || !details) return op;
		const count = tasksOf(details.phases).length;
		return count === 0 ? "no tasks" : countOf(count, "task", "tasks");
	},
	result({ state, text, details }, options) {
		if (state === "failed" || !details) return [text.split("\n")[0] ?? ""];
		return foldLines(treeLines(todoTree(details.phases, options.theme), options), "head", options);
	},
});
