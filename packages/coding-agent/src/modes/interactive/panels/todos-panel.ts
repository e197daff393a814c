import { isOpen, type TodoPhase, tasksOf } from "@oh-my-pi/pi-tools/services/todo-list";
import { todoPanelSettings } from "@oh-my-pi/pi-tools/todo/settings";
import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { phaseText, taskText } from "@oh-my-pi/pi-tools/view/todo-tree";
import { type TreeItem, treeLines } from "@oh-my-pi/pi-tools/view/tree-lines";
import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { ClosedTodos } from "./closed-todos.ts";
import type { Panel } from "./panel.ts";

const collapsedRows = 8;

/** What is to be done: the phase at hand with its tasks, the others by name. */
export const todosPanel: Panel = ({ session, theme, display, keymap, requestRender }) => {
	const { conversation, settings, host } = session;
	const closed = new ClosedTodos({
		now: host.now,
		delayMs: () => settings.get(todoPanelSettings.todoClearDelay) * 1000,
		onVanish: requestRender,
	});
	let drawn: { key: string; rows: readonly string[] } = { key: "", rows: [] };
	return {
		render(width) {
			// Nobody looks through a log for todos before anything was said.
			const phases = conversation.messages.length === 0 ? [] : closed.visible(conversation.todos.phases);
			const key = JSON.stringify([width, display.expanded, phases]);
			if (key !== drawn.key) {
				const expandKey = describeChord(keymap.chordsFor("app.tools.expand")[0] ?? "");
				const all = conversation.todos.phases;
				const style = { theme, width, expanded: display.expanded, expandKey };
				drawn = { key, rows: drawTodos(phases, all, style, conversation.todos.droppedCount) };
			}
			return drawn.rows;
		},
		invalidate() {
			drawn = { key: "", rows: [] };
		},
		dispose: () => closed.dispose(),
	};
};

interface TodosStyle {
	readonly theme: Theme;
	readonly width: number;
	readonly expanded: boolean;
	readonly expandKey: string;
}

/**
 * `all` counts what is done as well, and `droppedCount` what was done before the session was resumed; `phases` are those that
 * are still to be seen.
 */
export function drawTodos(
	phases: readonly TodoPhase[],
	all: readonly TodoPhase[],
	style: TodosStyle,
	droppedCount = 0,
): string[] {
	if (phases.length === 0) return [];
	const { theme, width, expanded } = style;
	const tasks = tasksOf(all);
	const closed = tasks.filter((task) => !isOpen(task)).length + droppedCount;
	const count = `${theme.symbol("text.dot")} ${closed}/${tasks.length + droppedCount}`;
	const title = ` ${theme.accent(theme.bold("Todos"))} ${theme.muted(count)}`;
	const current = phases.find((phase) => phase.tasks.some(({ status }) => status === "in_progress")) ?? phases[0];
	const items = phases.map((phase): TreeItem => {
		const index = all.findIndex(({ name }) => name === phase.name);
		const whole = all[index] ?? phase;
		const children = phase === current || expanded ? phase.tasks.map((task) => ({ text: taskText(task, theme) })) : [];
		return { text: phaseText(whole, index, theme), children };
	});
	const lines = treeLines(items, { ...style, width: Math.max(1, width - 2), expanded: false });
	const rows = [title, ...folded(lines, style).map((line) => `  ${line}`)];
	return rows.map((row) => truncateToWidth(row, width, theme.symbol("text.ellipsis")));
}

function folded(lines: readonly string[], style: TodosStyle): readonly string[] {
	const room = collapsedRows - 1;
	if (style.expanded || lines.length <= room) return lines;
	return [...lines.slice(0, room - 1), foldNote(`${lines.length - room + 1} more`, style)];
}
