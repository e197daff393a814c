import type { AskOutcome, AskQuestion } from "@oh-my-pi/pi-tools/services/question";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { Dialog, DialogContext } from "../contract/dialog.ts";
import { type KeyHint, keyHints } from "../parts/key-hints.ts";
import { askPlainly } from "./ask-plainly.ts";
import {
	type AskRow,
	type AskState,
	type AskStep,
	askRows,
	chooseRow,
	currentDraft,
	currentQuestion,
	moveQuestion,
	moveRow,
	openAskState,
	outcomeAfterTimeout,
	toggleRow,
	writeAnswer,
	writeNote,
} from "./ask-state.ts";

interface AskDialogOptions {
	readonly signal: AbortSignal;
	/** 0 waits for ever. */
	readonly timeoutSeconds: number;
	/** The user opened it, so the next key is meant for it. */
	readonly isWanted?: true;
}

/** Puts the model's questions to the user. Dismissing it cancels the call. */
export function askDialog(questions: readonly AskQuestion[], options: AskDialogOptions): Dialog<AskOutcome> {
	return {
		title: "Ask",
		drawsTitle: true,
		...(!options.isWanted && { opensUnasked: "question" }),
		open: (context) => new AskPrompt(questions, options, context),
		plain: (lines) => askPlainly(questions, options.signal, lines),
	};
}

class AskPrompt implements Component, Focusable {
	readonly #context: DialogContext<AskOutcome>;
	readonly #options: AskDialogOptions;
	readonly #onAbort = () => this.#context.done(undefined);
	#state: AskState;
	#field: { readonly kind: "answer" | "note"; readonly input: Input } | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#countdown: ReturnType<typeof setInterval> | undefined;
	#secondsLeft: number;
	focused = false;

	constructor(questions: readonly AskQuestion[], options: AskDialogOptions, context: DialogContext<AskOutcome>) {
		this.#context = context;
		this.#options = options;
		this.#state = openAskState(questions);
		options.signal.addEventListener("abort", this.#onAbort, { once: true });
		context.useKeys?.({
			isField: () => this.#field !== undefined,
			isShortcut: (data) => data === " " || data === "n",
		});
		const { timeoutSeconds } = options;
		this.#secondsLeft = Math.ceil(timeoutSeconds);
		if (timeoutSeconds > 0) {
			this.#countdown = setInterval(() => {
				this.#secondsLeft--;
				context.requestRender();
			}, 1000);
			this.#timer = setTimeout(() => context.done(outcomeAfterTimeout(this.#state)), timeoutSeconds * 1000);
		}
	}

	handleInput(data: string): void {
		// Whoever presses a key is there and will answer.
		this.#stopWaiting();
		if (this.#field) {
			this.#field.input.handleInput(data);
			return;
		}
		const { keymap, done } = this.#context;
		if (keymap.matches(data, "tui.select.up")) this.#state = moveRow(this.#state, -1);
		else if (keymap.matches(data, "tui.select.down")) this.#state = moveRow(this.#state, 1);
		else if (keymap.matches(data, "tui.editor.cursorLeft")) this.#state = moveQuestion(this.#state, -1);
		else if (keymap.matches(data, "tui.editor.cursorRight")) this.#state = moveQuestion(this.#state, 1);
		else if (keymap.matches(data, "tui.select.confirm")) this.#take(chooseRow(this.#state));
		else if (keymap.matches(data, "tui.select.cancel")) done({ kind: "cancelled" });
		else if (data === " ") this.#state = toggleRow(this.#state);
		else if (data === "n") this.#write("note");
	}

	handlePaste(text: string): void {
		this.#field?.input.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const { question } = currentQuestion(this.#state);
		const rows = [
			...this.#tabs(),
			...wrapTextWithAnsi(theme.bold(plainText(question)), width - 2),
			...askRows(this.#state).flatMap((row, index) => this.#row(row, index, width)),
			...this.#preview(width),
			...this.#footer(width),
		];
		return rows.map((row) => ` ${row}`);
	}

	dispose(): void {
		this.#stopWaiting();
		this.#options.signal.removeEventListener("abort", this.#onAbort);
	}

	#stopWaiting(): void {
		clearTimeout(this.#timer);
		clearInterval(this.#countdown);
		this.#timer = undefined;
	}

	#take(step: AskStep): void {
		if ("outcome" in step) this.#context.done(step.outcome);
		else if ("write" in step) this.#write("answer");
		else this.#state = step.state;
	}

	#write(kind: "answer" | "note"): void {
		const { theme, keymap } = this.#context;
		const placeholder = kind === "answer" ? "Your own answer" : "A note to your answer";
		const close = () => {
			this.#field = undefined;
		};
		const onSubmit = (text: string) => {
			close();
			if (kind === "answer") this.#take(writeAnswer(this.#state, text));
			else this.#state = writeNote(this.#state, text);
		};
		const input = new Input({ theme, keymap, placeholder, onSubmit, onCancel: close });
		const { customInput = "", note = "" } = currentDraft(this.#state);
		input.setText(kind === "answer" ? customInput : note);
		this.#field = { kind, input };
	}

	#tabs(): string[] {
		const { questions, index, drafts } = this.#state;
		if (questions.length < 2) return [];
		const { theme } = this.#context;
		const tabs = questions.map(({ id, header }, at) => {
			const name = plainText(header ?? id);
			const mark = theme.symbol(drafts[at]?.isAnswered ? "radio.on" : "radio.off");
			return at === index ? theme.accent(`${mark} ${name}`) : theme.muted(`${mark} ${name}`);
		});
		return [tabs.join("  ")];
	}

	#row(row: AskRow, index: number, width: number): string[] {
		const { theme } = this.#context;
		const { selected, customInput } = currentDraft(this.#state);
		const isHere = index === this.#state.row;
		const isChosen =
			row.kind === "option" ? selected.includes(row.value) : row.kind === "other" && customInput !== undefined;
		const [on, off] = currentQuestion(this.#state).multi
			? (["checkbox.on", "checkbox.off"] as const)
			: (["radio.on", "radio.off"] as const);
		const mark = row.kind === "option" || row.kind === "other" ? `${theme.symbol(isChosen ? on : off)} ` : "";
		const typed = row.kind === "other" && customInput !== undefined ? `: ${customInput}` : "";
		const lead = isHere ? `${theme.symbol("nav.cursor")} ` : "  ";
		const label = plainText(mark + row.label + typed);
		const description = row.kind === "option" && row.description ? `  ${theme.muted(plainText(row.description))}` : "";
		const [first = "", ...rest] = wrapTextWithAnsi((isHere ? theme.accent(label) : label) + description, width - 4);
		return [lead + first, ...rest.map((line) => `    ${line}`)];
	}

	#preview(width: number): string[] {
		const preview = currentQuestion(this.#state).options[this.#state.row]?.preview;
		if (!preview) return [];
		const { theme } = this.#context;
		return [
			"",
			...plainText(preview)
				.split("\n")
				.flatMap((line) => wrapTextWithAnsi(theme.muted(line), width - 2)),
		];
	}

	#footer(width: number): string[] {
		const { theme } = this.#context;
		if (this.#field) {
			this.#field.input.focused = this.focused;
			return this.#field.input.render(width - 2).slice();
		}
		const { note } = currentDraft(this.#state);
		const waiting = this.#timer
			? [theme.muted(`Answered for you in ${Math.max(0, this.#secondsLeft)} s, unless you press a key`)]
			: [];
		return [...(note ? [theme.muted(`Note: ${note}`)] : []), ...waiting, keyHints(this.#hints(), theme, width - 2)];
	}

	#hints(): KeyHint[] {
		const { multi } = currentQuestion(this.#state);
		return [
			["↑↓", "choose"],
			...(multi ? [["Space", "select"] as const] : []),
			["Enter", multi ? "confirm" : "answer"],
			...(this.#state.questions.length > 1 ? [["←→", "question"] as const] : []),
			["n", "add a note"],
			["Esc", "cancel"],
		];
	}
}
