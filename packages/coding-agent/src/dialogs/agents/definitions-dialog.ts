import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog, DialogContext } from "../contract/dialog.ts";
import { keyHints } from "../parts/key-hints.ts";

/** A kind of sub-agent, as it can be started now. */
export interface DefinitionRow {
	readonly name: string;
	readonly description: string;
	/** Where it is defined. */
	readonly source: string;
	readonly model: string;
	readonly isOn: boolean;
}

export type DefinitionChoice =
	| { readonly act: "open" | "turn"; readonly name: string }
	| { readonly act: "new"; readonly name?: never };

const newAgent = "\0new";

/** All kinds of sub-agents: configure one, turn it on and off, or make a new one. */
export function definitionsDialog(rows: readonly DefinitionRow[], current?: string): Dialog<DefinitionChoice> {
	const items = [
		...rows.map((row) => ({
			value: row.name,
			label: `${row.isOn ? "●" : "○"} ${row.name}`,
			description: plainText([row.source, row.model, row.description].join(" · ")).replace(/\s+/g, " "),
		})),
		{ value: newAgent, label: "+ New agent…", description: "Write one of your own" },
	];
	return {
		title: "Agents",
		open(context) {
			const list = new SelectList<string>({
				items,
				theme: context.theme,
				keymap: context.keymap,
				filterable: true,
				maxVisible: Math.max(5, Math.min(16, context.rows() - 10)),
				onSelect: (name) => context.done(chosen(name)),
				onCancel: () => context.done(undefined),
			});
			list.highlight(({ value }) => value === current);
			return new DefinitionsList(list, context);
		},
		async plain(lines) {
			const name = await lines.choose("Agents", items);
			return name === undefined ? undefined : chosen(name);
		},
	};
}

function chosen(name: string): DefinitionChoice {
	return name === newAgent ? { act: "new" } : { act: "open", name };
}

class DefinitionsList implements Component, Focusable {
	readonly #list: SelectList<string>;
	readonly #context: DialogContext<DefinitionChoice>;

	constructor(list: SelectList<string>, context: DialogContext<DefinitionChoice>) {
		this.#list = list;
		this.#context = context;
	}

	get focused(): boolean {
		return this.#list.focused;
	}

	set focused(isFocused: boolean) {
		this.#list.focused = isFocused;
	}

	handleInput(data: string): void {
		const name = this.#list.highlighted?.value;
		const turns = data === " " && this.#list.query === "" && name !== undefined && name !== newAgent;
		if (turns) this.#context.done({ act: "turn", name });
		else this.#list.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#list.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const keys = [
			["↑↓", "choose"],
			["Enter", "configure"],
			["Space", "on or off"],
			["Esc", "close"],
		] as const;
		return [...this.#list.render(width), ` ${keyHints(keys, this.#context.theme, Math.max(1, width - 2))}`];
	}

	invalidate(): void {
		this.#list.invalidate();
	}
}
