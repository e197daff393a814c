import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { isOpen, type TodoPhase, type TodoTask } from "../services/todo-list.ts";
import type { TreeItem } from "./tree-lines.ts";

const romans = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/** Phases with their tasks, for whoever draws trees. */
export function todoTree(phases: readonly TodoPhase[], theme: Theme): TreeItem[] {
	return phases.map((phase, index) => ({
		text: phaseText(phase, index, theme),
		children: phase.tasks.map((task) => ({ text: taskText(task, theme) })),
	}));
}

/** `I. Setup · 1/2` */
export function phaseText({ name, tasks }: TodoPhase, index: number, theme: Theme): string {
	const closed = tasks.filter((task) => !isOpen(task)).length;
	const count = theme.muted(`${theme.symbol("text.dot")} ${closed}/${tasks.length}`);
	return `${romans[index] ?? index + 1}. ${plainText(name)} ${count}`;
}

export function taskText({ content, status, blocker }: TodoTask, theme: Theme): string {
	const text = plainText(content);
	switch (status) {
		case "completed":
			return theme.muted(`${theme.symbol("checkbox.on")} ${text}`);
		case "abandoned":
			return theme.muted(`${theme.symbol("checkbox.off")} ${theme.strikethrough(text)}`);
		case "in_progress":
			return theme.accent(`${theme.symbol("nav.running")} ${theme.bold(text)}`);
		case "blocked":
			return `${theme.symbol("checkbox.off")} ${text} ${theme.warning(`blocked${blocker ? `: ${plainText(blocker)}` : ""}`)}`;
		case "pending":
			return `${theme.symbol("checkbox.off")} ${text}`;
	}
}
