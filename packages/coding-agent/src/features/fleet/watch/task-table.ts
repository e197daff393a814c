import type { Task, TaskState } from "@oh-my-pi/pi-fleet/contract/task";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { listWindow } from "@oh-my-pi/pi-tui/widgets/list-window";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { countOf } from "../text/money.ts";
import { taskCost, taskNote, taskTime } from "../text/task-text.ts";

export interface TableOptions {
	readonly width: number;
	readonly height: number;
	readonly selected: number;
	readonly theme: Theme;
	readonly now: number;
	/** Of the spinner. */
	readonly frame: number;
}

const columnGap = 2;

/** The rows of tasks around the selected one, as wide as the screen. */
export function drawTable(tasks: readonly Task[], options: TableOptions): string[] {
	const { width, height, selected, theme, now } = options;
	const window = listWindow(tasks.length, selected, height);
	const visible = tasks.slice(window.start, window.end);
	const names = visible.map(({ name }) => visibleText(oneLine(name)));
	const nameColumns = Math.min(Math.max(8, ...names.map((name) => visibleWidth(name))), Math.floor(width * 0.32));
	const hasTurns = width >= 90;
	const hasTime = width >= 70;
	const ends = (task: Task) =>
		[
			...(hasTurns ? [(task.progress.turns > 0 ? countOf(task.progress.turns, "turn") : "").padStart(8)] : []),
			...(hasTime ? [taskTime(task, now).padStart(7)] : []),
			taskCost(task).padStart(7),
		].join(" ");
	return visible.map((task, index) => {
		const isSelected = window.start + index === selected;
		const end = ends(task);
		const noteColumns = Math.max(0, width - 3 - nameColumns - columnGap - visibleWidth(end) - 2);
		const note = truncateToWidth(visibleText(taskNote(task)), noteColumns, theme.symbol("text.ellipsis"));
		const mark = theme.symbol("nav.cursor");
		const name = fitToWidth(
			truncateToWidth(names[index] ?? "", nameColumns, theme.symbol("text.ellipsis")),
			nameColumns,
		);
		const styledNote =
			task.state === "failed" ? theme.error(note) : task.state === "waiting" ? theme.warning(note) : theme.muted(note);
		const row = [
			`${isSelected ? theme.accent(mark) : " "}${stateSign(task.state, theme, options.frame)} `,
			isSelected ? theme.accent(name) : theme.text(name),
			"  ",
			fitToWidth(styledNote, noteColumns),
			" ",
			theme.dim(end),
		].join("");
		const fitted = fitToWidth(truncateToWidth(row, width, ""), width);
		return isSelected ? theme.selectedBg(fitted) : fitted;
	});
}

export function stateSign(state: TaskState, theme: Theme, frame: number): string {
	const frames = theme.spinnerFrames("activity");
	switch (state) {
		case "running":
			return theme.accent(frames[frame % frames.length] ?? "*");
		case "waiting":
			return theme.warning("?");
		case "done":
			return theme.success(oneColumn(theme.symbol("status.success"), "v"));
		case "failed":
			return theme.error(oneColumn(theme.symbol("status.error"), "x"));
		case "cancelled":
			return theme.muted(oneColumn(theme.symbol("status.interrupted"), "-"));
		case "queued":
			return theme.dim(oneColumn(theme.symbol("text.dot"), "."));
	}
}

function oneColumn(symbol: string, plain: string): string {
	return visibleWidth(symbol) === 1 ? symbol : plain;
}
