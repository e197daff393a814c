import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { Dialog, DialogContext } from "./contract/dialog.ts";
import { keyHints } from "./parts/key-hints.ts";

export interface TextDialogOptions {
	readonly title: string;
	/** Said above the field. */
	readonly question?: string;
	readonly placeholder?: string;
	/** Shows dots, for keys. */
	readonly masked?: boolean;
	/** What is in the field at first. */
	readonly text?: string;
	/** What an empty line stands for where there are only lines; it dismisses unless this is given. */
	readonly emptyLine?: string;
	/** Why a text cannot be taken; the field stays open then. */
	readonly problemWith?: (text: string) => string | undefined;
}

/** Asks for a line of text. */
export function textDialog(options: TextDialogOptions): Dialog<string> {
	const { title, question, text, emptyLine, problemWith, masked: secret = false } = options;
	return {
		title,
		enter: "save",
		open: (context) => new TextField(options, context),
		async plain(lines) {
			for (;;) {
				const now = text === undefined ? "" : ` [${text}]`;
				const entered = (await lines.enter(`${question ?? title}${now}`, { secret })) ?? emptyLine;
				const problem = entered === undefined ? undefined : problemWith?.(entered);
				if (problem === undefined) return entered;
				lines.say(problem);
			}
		},
	};
}

class TextField implements Component, Focusable {
	readonly #options: TextDialogOptions;
	readonly #context: DialogContext<string>;
	readonly #input: Input;
	#problem: string | undefined;
	focused = false;

	constructor(options: TextDialogOptions, context: DialogContext<string>) {
		this.#options = options;
		this.#context = context;
		context.useKeys?.({ isField: () => true });
		const { theme, keymap, done } = context;
		const { placeholder, text, problemWith, masked = false } = options;
		this.#input = new Input({
			theme,
			keymap,
			masked,
			...(placeholder !== undefined && { placeholder }),
			onSubmit: (entered) => {
				this.#problem = problemWith?.(entered);
				if (this.#problem === undefined) done(entered);
			},
			onCancel: () => done(undefined),
		});
		if (text !== undefined) this.#input.setText(text);
	}

	handleInput(data: string): void {
		this.#problem = undefined;
		this.#input.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#input.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme, hidesHints } = this.#context;
		const inner = Math.max(1, width - 2);
		this.#input.focused = this.focused;
		const { question } = this.#options;
		const asked = question === undefined ? [] : wrapTextWithAnsi(plainText(question), inner);
		const problem = this.#problem === undefined ? [] : wrapTextWithAnsi(theme.error(plainText(this.#problem)), inner);
		const hints = keyHints(
			[
				["Enter", "ok"],
				["Esc", "cancel"],
			],
			theme,
			inner,
		);
		return [...asked, ...this.#input.render(inner), ...problem, ...(hidesHints ? [] : [hints])].map((row) => ` ${row}`);
	}
}
