import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { Dialog, DialogContext } from "./dialog.ts";

export interface LoginStep {
	/** Where to go, and with which code. */
	readonly shown?: { readonly url: string; readonly userCode?: string; readonly text: string };
	/** What to type or paste; without it there is only waiting. */
	readonly question?: string;
	/** Shows dots in place of what is typed. */
	readonly secret?: boolean;
	/** Closes the dialog, as the login went on another way. */
	readonly signal: AbortSignal;
}

/** One step of a login: where to go, and a field for what comes back. */
export function loginStepDialog(provider: string, step: LoginStep): Dialog<string> {
	const title = `Log in to ${provider}`;
	return {
		title,
		open: (context) => new LoginStepView(step, context),
		async plain(lines) {
			const { shown, question, secret = false, signal } = step;
			if (shown) lines.say([shown.text, shown.url, ...(shown.userCode ? [`Code: ${shown.userCode}`] : [])].join("\n"));
			return lines.enter(question ?? "Waiting for the provider; Enter gives up", { secret, signal });
		},
	};
}

class LoginStepView implements Component, Focusable {
	readonly #step: LoginStep;
	readonly #context: DialogContext<string>;
	readonly #input: Input;
	readonly #close = () => this.#context.done(undefined);
	focused = false;

	constructor(step: LoginStep, context: DialogContext<string>) {
		this.#step = step;
		this.#context = context;
		const { theme, keymap, done } = context;
		const { secret: masked = false, question } = step;
		this.#input = new Input({
			theme,
			keymap,
			masked,
			onSubmit: (text) => question !== undefined && done(text),
			onCancel: this.#close,
		});
		if (step.signal.aborted) queueMicrotask(this.#close);
		else step.signal.addEventListener("abort", this.#close, { once: true });
	}

	handleInput(data: string): void {
		this.#input.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#input.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const { shown, question } = this.#step;
		const text = shown
			? [
					plainText(shown.text),
					theme.accent(shown.url),
					...(shown.userCode ? [`Code: ${theme.bold(shown.userCode)}`] : []),
				]
			: [];
		const waiting = theme.muted(
			question === undefined ? "Waiting for the provider… ⟦esc⟧ gives up" : plainText(question),
		);
		this.#input.focused = this.focused;
		const rows = [...text, waiting].flatMap((line) => wrapTextWithAnsi(line, width - 2));
		const field = question === undefined ? [] : this.#input.render(width - 2);
		return [...rows, ...field].map((row) => ` ${row}`);
	}

	dispose(): void {
		this.#step.signal.removeEventListener("abort", this.#close);
	}
}
