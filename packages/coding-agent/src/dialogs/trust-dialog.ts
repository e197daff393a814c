import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { keyHints } from "./parts/key-hints.ts";

export type TrustAnswer = "trust" | "decline" | "choose";

const title = "Trust this project?";

const choices = [
	{ value: "decline", label: "Continue without it" },
	{ value: "trust", label: "Trust this version" },
	{ value: "choose", label: "Choose…" },
] as const;

/** The title, the choices, the hints, and what stays visible around the dialog. */
const otherRows = choices.length + 10;
const minShown = 3;

/** What a project would do, all of it: what does not fit is scrolled to. The choices stay where they are. */
export function trustDialog(lines: readonly string[]): Dialog<TrustAnswer> {
	return {
		title,
		open: (context) => new TrustQuestion(lines, context),
		plain: (asked) => {
			asked.say(plainText(lines.join("\n")));
			return asked.choose<TrustAnswer>(title, choices);
		},
	};
}

class TrustQuestion implements Component, Focusable {
	readonly #lines: readonly string[];
	readonly #context: DialogContext<TrustAnswer>;
	readonly #list: SelectList<TrustAnswer>;
	#top = 0;
	#last = 0;

	constructor(lines: readonly string[], context: DialogContext<TrustAnswer>) {
		const { theme, keymap, done } = context;
		this.#lines = lines;
		this.#context = context;
		this.#list = new SelectList<TrustAnswer>({
			items: choices,
			theme,
			keymap,
			onSelect: done,
			onCancel: () => done(undefined),
		});
	}

	get focused(): boolean {
		return this.#list.focused;
	}

	set focused(isFocused: boolean) {
		this.#list.focused = isFocused;
	}

	handleInput(data: string): void {
		if (matchesKey(data, "pageDown")) this.#scroll(this.#height - 1);
		else if (matchesKey(data, "pageUp")) this.#scroll(1 - this.#height);
		else this.#list.handleInput(data);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const room = Math.max(1, width - 2);
		const rows = this.#lines.flatMap((line) => wrapTextWithAnsi(plainText(line), room));
		this.#last = Math.max(0, rows.length - this.#height);
		this.#top = Math.min(this.#top, this.#last);
		const shown = rows.slice(this.#top, this.#top + this.#height);
		const isCut = this.#last > 0;
		const position = `Lines ${this.#top + 1}–${this.#top + shown.length} of ${rows.length}`;
		const keys = [
			...(isCut ? ([["PgUp/PgDn", "scroll"]] as const) : []),
			["↑↓", "choose"],
			["Enter", "select"],
			["Esc", "not now"],
		] as const;
		return [
			...shown.map((row) => ` ${row}`),
			...(isCut ? [` ${theme.muted(position)}`] : []),
			"",
			...this.#list.render(width),
			` ${keyHints(keys, theme, room)}`,
		];
	}

	invalidate(): void {
		this.#list.invalidate();
	}

	get #height(): number {
		return Math.max(minShown, this.#context.rows() - otherRows);
	}

	#scroll(step: number): void {
		this.#top = Math.max(0, Math.min(this.#last, this.#top + step));
		this.#context.requestRender();
	}
}
