import { defineView, type ViewOptions } from "../view.ts";
import type { TodoDetails } from "./execute.ts";
import { todoTool } from "./todo.ts";
import { isOpen, type TodoPhase, type TodoTask, tasksOf } from "./todo-list.ts";

const romans = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

export const todoView = defineView(todoTool, {
	shape: "inline",
	title: (params) => (params.op ? `Todo ${params.op}` : "Todo"),
	result(output, options) {
		if (output.state === "failed" || !output.details) return [output.text.split("\n")[0] ?? ""];
		const { phases } = output.details as TodoDetails;
		const count = tasksOf(phases).length;
		if (count === 0) return [options.theme.muted("no tasks")];
		return phases.flatMap((phase, index) => phaseLines(phase, index, options));
	},
});

function phaseLines(phase: TodoPhase, index: number, options: ViewOptions): string[] {
	const closed = phase.tasks.filter((task) => !isOpen(task)).length;
	const title = `${romans[index] ?? index + 1}. ${phase.name} ${options.theme.muted(`${closed}/${phase.tasks.length}`)}`;
	return [title, ...phase.tasks.map((task) => `  ${taskLine(task, options)}`)];
}

function taskLine({ content, status, blocker }: TodoTask, { theme }: ViewOptions): string {
	switch (status) {
		case "completed":
			return theme.muted(`${theme.symbol("checkbox.on")} ${content}`);
		case "abandoned":
			return theme.muted(`${theme.symbol("checkbox.off")} ${theme.strikethrough(content)}`);
		case "in_progress":
			return theme.accent(`${theme.symbol("checkbox.off")} ${content}`);
		case "blocked":
			return `${theme.symbol("checkbox.off")} ${content} ${theme.warning(`blocked${blocker ? `: ${blocker}` : ""}`)}`;
		case "pending":
			return `${theme.symbol("checkbox.off")} ${content}`;
	}
}
