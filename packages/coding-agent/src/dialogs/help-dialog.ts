import type { Component } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { drawList } from "./parts/draw-list.ts";
import { keyHints } from "./parts/key-hints.ts";
import { movedCursor } from "./parts/list-cursor.ts";

export interface HelpRow {
	/** `/model` or `Ctrl+P`. */
	readonly name: string;
	readonly summary: string;
	/** What Enter puts into the editor. */
	readonly insert?: string;
}

export interface HelpTab {
	readonly title: string;
	readonly rows: readonly HelpRow[];
}

/** Commands, keys and prefixes, a tab each. Enter gives a command back to be sent. */
export function helpDialog(tabs: readonly HelpTab[]): Dialog<string> {
	return {
		title: "Help",
		fillsScreen: true,
		open: (context) => new HelpPanel(tabs, context),
		async plain(lines) {
			for (const { title, rows } of tabs) {
				const widest = Math.max(...rows.map(({ name }) => name.length));
				lines.say([title, ...rows.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`), ""].join("\n"));
			}
			return undefined;
		},
	};
}

/** The frame, the tabs and the hints. */
const maxTabRows = 2;
const otherRows = 6;

class HelpPanel implements Component {
	readonly #tabs: readonly HelpTab[];
	readonly #context: DialogContext<string>;
	#tab = 0;
	#selected = 0;

	constructor(tabs: readonly HelpTab[], context: DialogContext<string>) {
		this.#tabs = tabs;
		this.#context = context;
	}

	handleInput(data: string): void {
		const { keymap, done } = this.#context;
		const position = { index: this.#selected, count: this.#rows.length, page: this.#height };
		const moved = movedCursor(data, keymap, position);
		if (moved !== undefined) this.#selected = moved;
		else if (matchesKey(data, "left") || matchesKey(data, "shift+tab")) this.#turn(-1);
		else if (matchesKey(data, "right") || matchesKey(data, "tab")) this.#turn(1);
		else if (keymap.matches(data, "tui.select.cancel")) done(undefined);
		else if (keymap.matches(data, "tui.select.confirm")) done(this.#rows[this.#selected]?.insert);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const inner = frameInnerWidth(width);
		const columns = Math.min(Math.floor(inner / 2), Math.max(...this.#rows.map(({ name }) => visibleWidth(name))));
		const rows = drawList({
			count: this.#rows.length,
			selected: this.#selected,
			height: this.#height,
			width: inner,
			theme,
			draw: (index, isSelected) => {
				const { name = "", summary = "" } = this.#rows[index] ?? {};
				const label = fitToWidth(name, Math.max(columns, visibleWidth(name)));
				return [`${isSelected ? theme.accent(label) : label}  ${theme.muted(summary)}`];
			},
		});
		const hints = keyHints(
			[
				["←→", "tabs"],
				["↑↓", "scroll"],
				["Enter", "use the command"],
				["Esc", "close"],
			],
			theme,
			inner,
		);
		const sections = [
			{ title: theme.bold(theme.accent("Help")), rows: this.#tabNames(inner) },
			{ rows: [...rows, hints] },
		];
		return drawFrame(sections, { width, theme });
	}

	/** All of them, or where they take too many rows only the one that is shown. */
	#tabNames(width: number): string[] {
		const { theme } = this.#context;
		const names = this.#tabs.map(({ title }, index) =>
			index === this.#tab ? theme.accent(`[${title}]`) : ` ${title} `,
		);
		const rows = wrapNames(names, width);
		if (rows.length <= maxTabRows) return rows;
		const position = theme.muted(`${this.#tab + 1}/${this.#tabs.length}`);
		return [`${names[this.#tab] ?? ""} ${position}`];
	}

	get #rows(): readonly HelpRow[] {
		return this.#tabs[this.#tab]?.rows ?? [];
	}

	get #height(): number {
		return Math.max(3, this.#context.rows() - otherRows);
	}

	#turn(step: number): void {
		this.#tab = (this.#tab + step + this.#tabs.length) % this.#tabs.length;
		this.#selected = 0;
	}
}

/** As many names in a row as fit. */
function wrapNames(names: readonly string[], width: number): string[] {
	const rows: string[] = [];
	for (const name of names) {
		const joined = rows.length === 0 ? name : `${rows.at(-1)} ${name}`;
		if (rows.length > 0 && visibleWidth(joined) <= width) rows[rows.length - 1] = joined;
		else rows.push(name);
	}
	return rows;
}
