import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { matchesKey } from "@oh-my-pi/pi-tui/input/parse-key";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { Dialog, DialogContext } from "../contract/dialog.ts";
import { type KeyHint, keyHints } from "../parts/key-hints.ts";

export interface LoginStep {
	/** Where to go, and with which code. */
	readonly shown?: { readonly url: string; readonly userCode?: string; readonly text: string } | undefined;
	/** What to type or paste; without it there is only waiting. */
	readonly question?: string | undefined;
	/** Shows dots in place of what is typed. */
	readonly secret?: boolean | undefined;
	/** Puts the address on the clipboard once more. */
	readonly copy?: ((text: string) => void) | undefined;
	/** What leaving the dialog means, when that is not giving up. */
	readonly closing?: string | undefined;
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
			return lines.enter(question ?? "Waiting for the provider; Enter cancels", { secret, signal });
		},
	};
}

class LoginStepView implements Component, Focusable {
	readonly #step: LoginStep;
	readonly #context: DialogContext<string>;
	readonly #input: Input;
	#isCopied = false;
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
		const { shown, copy } = this.#step;
		if (shown && copy && matchesKey(data, "alt+c")) {
			copy(shown.url);
			this.#isCopied = true;
		} else this.#input.handleInput(data);
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
					theme.accent(linked(shown.url)),
					...(shown.userCode ? [`Code: ${theme.bold(shown.userCode)}`] : []),
				]
			: [];
		const waiting = theme.muted(
			question === undefined ? `Waiting for the provider${theme.symbol("text.ellipsis")}` : plainText(question),
		);
		this.#input.focused = this.focused;
		const rows = [...text, waiting].flatMap((line) => wrapTextWithAnsi(line, width - 2));
		const field = question === undefined ? [] : this.#input.render(width - 2);
		return [...rows, ...field, this.#hints(width - 2)].map((row) => ` ${row}`);
	}

	#hints(width: number): string {
		const { shown, question, copy, closing = "cancel" } = this.#step;
		const hints: KeyHint[] = [
			...(question === undefined ? [] : [["Enter", "continue"] as const]),
			...(shown && copy ? [["Alt+C", this.#isCopied ? "copied the address" : "copy the address again"] as const] : []),
			["Esc", closing],
		];
		return keyHints(hints, this.#context.theme, width);
	}

	dispose(): void {
		this.#step.signal.removeEventListener("abort", this.#close);
	}
}

/** Terminals that know links open it; the others show the same text. */
function linked(url: string): string {
	const target = plainText(url).replaceAll(/\s/g, "");
	return /^https?:/.test(target) ? `\x1b]8;;${target}\x1b\\${target}\x1b]8;;\x1b\\` : target;
}
