import type { Task, TaskState } from "@oh-my-pi/pi-fleet/contract/task";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { countOf } from "../text/money.ts";
import { drawBars } from "./draw-bars.ts";
import type { FleetFeed } from "./fleet-feed.ts";
import type { LivePorts } from "./live-ports.ts";
import { drawTable } from "./task-table.ts";
import { TaskView } from "./task-view.ts";

const stateFilters: ReadonlyArray<{ readonly label: string; readonly states?: readonly TaskState[] }> = [
	{ label: "all" },
	{ label: "under way", states: ["running", "waiting"] },
	{ label: "failed", states: ["failed", "cancelled"] },
	{ label: "done", states: ["done"] },
	{ label: "queued", states: ["queued"] },
];

export interface FleetScreenOptions {
	readonly feed: FleetFeed;
	/** What Ctrl+C does, for the last row. */
	readonly stopWords: string;
	readonly onStop: () => void;
	/** Esc or q in the table. */
	readonly onQuit: (() => void) | undefined;
	/** The opened task was left. */
	readonly onLeave: () => void;
}

/** The live view: bars, table, filter, and one task when it is opened. */
export class FleetScreen implements Component {
	readonly #ports: LivePorts;
	readonly #options: FleetScreenOptions;
	readonly #filter: Input;
	#isFiltering = false;
	#stateFilter = 0;
	#selected = 0;
	#selectedId: string | undefined;
	#opened: TaskView | undefined;
	#notice = "";
	#frame = 0;

	constructor(ports: LivePorts, options: FleetScreenOptions) {
		this.#ports = ports;
		this.#options = options;
		const { keymap, theme } = ports;
		this.#filter = new Input({
			...{ keymap, theme },
			prompt: "/",
			placeholder: "name, repository or message",
			onSubmit: () => this.#endFilter(),
			onCancel: () => {
				this.#filter.setText("");
				this.#applyFilter();
				this.#endFilter();
			},
			onChange: () => this.#applyFilter(),
		});
	}

	/** Somebody reads a task. */
	get isOpen(): boolean {
		return this.#opened !== undefined;
	}

	/** Something happens in the background that should be seen to be alive. */
	tick(): boolean {
		this.#frame++;
		if (this.#opened) this.#opened.frame = this.#frame;
		return this.#options.feed.snapshot.tasks.some(({ state }) => state === "running");
	}

	notify(text: string): void {
		this.#notice = text;
		this.#ports.requestRender();
	}

	open(task: Task, onClose = () => {}): void {
		this.#opened = new TaskView(task, this.#ports, () => {
			this.#opened?.dispose();
			this.#opened = undefined;
			onClose();
			this.#options.onLeave();
			this.#ports.requestRender();
		});
	}

	dispose(): void {
		this.#opened?.dispose();
	}

	invalidate(): void {
		this.#opened?.invalidate();
		this.#filter.invalidate();
	}

	handlePaste(text: string): void {
		if (this.#opened) this.#opened.handlePaste(text);
		else if (this.#isFiltering) this.#filter.handlePaste(text);
	}

	handleInput(data: string): void {
		const { keymap } = this.#ports;
		if (data === "\x03" || keymap.matches(data, "tui.input.copy")) this.#options.onStop();
		else if (this.#opened) this.#opened.handleInput(data);
		else if (keymap.matches(data, "tui.select.up")) this.#moveBy(-1);
		else if (keymap.matches(data, "tui.select.down")) this.#moveBy(1);
		else if (keymap.matches(data, "tui.select.pageUp")) this.#moveBy(-this.#tableRows);
		else if (keymap.matches(data, "tui.select.pageDown")) this.#moveBy(this.#tableRows);
		else if (this.#isFiltering) this.#filter.handleInput(data);
		else if (keymap.matches(data, "tui.select.confirm")) this.#openSelected();
		else if (data === "/") this.#beginFilter();
		else if (data === "s") this.#nextStateFilter();
		else if (data === "q" || keymap.matches(data, "tui.select.cancel")) this.#options.onQuit?.();
	}

	render(width: number): readonly string[] {
		if (this.#opened) return this.#opened.render(width);
		const { theme, rows, now } = this.#ports;
		const { snapshot } = this.#options.feed;
		this.#keepSelection(snapshot.tasks);
		const head = [this.#drawTitle(width), ...drawBars(snapshot.batches, width, theme), this.#drawRule(width)];
		const foot = this.#drawFoot(width);
		const height = Math.max(1, rows() - head.length - foot.length);
		const table = drawTable(snapshot.tasks, {
			width,
			height,
			selected: this.#selected,
			theme,
			now: now(),
			frame: this.#frame,
		});
		const shown = table.length > 0 ? table : [theme.dim(truncateToWidth(this.#emptyWords, width))];
		return [...head, ...shown, ...Array<string>(Math.max(0, height - shown.length)).fill(""), ...foot];
	}

	get #tableRows(): number {
		return Math.max(1, this.#ports.rows() - this.#options.feed.snapshot.batches.length - 5);
	}

	get #emptyWords(): string {
		const { feed } = this.#options;
		return feed.filter.text || feed.filter.states ? "No task matches." : "There are no tasks.";
	}

	#drawTitle(width: number): string {
		const { theme } = this.#ports;
		const { workers, problem } = this.#options.feed.snapshot;
		const slots = workers.reduce((sum, worker) => sum + worker.slots, 0);
		const busy = workers.reduce((sum, worker) => sum + worker.running, 0);
		const words =
			workers.length === 0 ? "no worker" : `${countOf(workers.length, "worker")}, ${busy} of ${slots} slots busy`;
		const title = `${theme.bold(theme.accent("omp fleet"))}  ${theme.muted(words)}`;
		return truncateToWidth(
			problem === undefined ? title : `${title}  ${theme.error(visibleText(oneLine(problem)))}`,
			width,
			theme.symbol("text.ellipsis"),
		);
	}

	#drawRule(width: number): string {
		const { theme } = this.#ports;
		const { tasks, total } = this.#options.feed.snapshot;
		const filter = stateFilters[this.#stateFilter];
		const words = [
			...(filter?.states ? [filter.label] : []),
			...(this.#filter.text === "" ? [] : [`/${visibleText(this.#filter.text)}`]),
			...(total > tasks.length ? [`${tasks.length} of ${total.toLocaleString("en")} shown`] : []),
		];
		const line = theme.symbol("boxSharp.horizontal");
		if (words.length === 0) return theme.borderMuted(line.repeat(width));
		const label = truncateToWidth(` ${words.join(", ")} `, Math.max(0, width - 4), "");
		return (
			theme.borderMuted(line.repeat(2)) +
			theme.muted(label) +
			theme.borderMuted(line.repeat(Math.max(0, width - 2 - label.length)))
		);
	}

	#drawFoot(width: number): string[] {
		const { theme } = this.#ports;
		const notice =
			this.#notice === "" ? [] : [truncateToWidth(theme.warning(this.#notice), width, theme.symbol("text.ellipsis"))];
		if (this.#isFiltering) return [...notice, ...this.#filter.render(width)];
		const keys = [
			"↑↓ move",
			"Enter open",
			"/ filter",
			"s state",
			...(this.#options.onQuit ? ["q quit"] : []),
			this.#options.stopWords,
		];
		return [
			...notice,
			truncateToWidth(theme.dim(keys.filter((key) => key !== "").join("  ")), width, theme.symbol("text.ellipsis")),
		];
	}

	#keepSelection(tasks: readonly Task[]): void {
		const found = tasks.findIndex(({ id }) => id === this.#selectedId);
		this.#selected = found >= 0 ? found : Math.max(0, Math.min(this.#selected, tasks.length - 1));
	}

	#moveBy(step: number): void {
		const { tasks } = this.#options.feed.snapshot;
		this.#selected = Math.max(0, Math.min(this.#selected + step, tasks.length - 1));
		// The first row is no choice yet: it stays the first when others come.
		this.#selectedId = this.#selected === 0 ? undefined : tasks[this.#selected]?.id;
	}

	#openSelected(): void {
		const task = this.#options.feed.snapshot.tasks[this.#selected];
		if (task) this.open(task);
	}

	#beginFilter(): void {
		this.#isFiltering = true;
		this.#filter.focused = true;
	}

	#endFilter(): void {
		this.#isFiltering = false;
		this.#filter.focused = false;
	}

	#nextStateFilter(): void {
		this.#stateFilter = (this.#stateFilter + 1) % stateFilters.length;
		this.#applyFilter();
	}

	#applyFilter(): void {
		this.#options.feed.setFilter({
			states: stateFilters[this.#stateFilter]?.states,
			text: this.#filter.text || undefined,
		});
	}
}
