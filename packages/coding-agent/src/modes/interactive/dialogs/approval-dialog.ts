import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type {
	ApprovalAnswer,
	ApprovalChoice,
	ApprovalQuestion,
} from "../../../conversation/approval/approval-question.ts";
import type { Dialog, DialogContext, PlainLines } from "./dialog.ts";

const words: Readonly<Record<ApprovalChoice, { key: string; label: (tool: string) => string; note?: string }>> = {
	approve: { key: "y", label: () => "Approve" },
	"approve-session": { key: "s", label: () => "Approve for this session" },
	always: { key: "a", label: (tool) => `Always allow ${tool}`, note: "writes tools.approval" },
	deny: { key: "n", label: () => "Deny" },
	"deny-with-feedback": { key: "f", label: () => "Deny with feedback…", note: "the text goes to the model" },
};

/** A long call is shown from its beginning; the rest is in the transcript. */
const maxDetailRows = 16;

/** Asks whether a call may run. Dismissing it denies. */
export function approvalDialog(question: ApprovalQuestion, signal: AbortSignal): Dialog<ApprovalAnswer> {
	return {
		title: question.title,
		open: (context) => new ApprovalPrompt(question, signal, context),
		plain: (lines) => approvePlainly(question, signal, lines),
	};
}

async function approvePlainly(
	question: ApprovalQuestion,
	signal: AbortSignal,
	lines: PlainLines,
): Promise<ApprovalAnswer | undefined> {
	const { title, details, reason } = question;
	const asked = [title, ...(reason ? [`Reason: ${reason}`] : []), ...details].map(plainText).join("\n");
	const choices = question.choices.map((choice) => {
		const { label, note } = words[choice];
		return { value: choice, label: label(question.toolName), ...(note && { description: note }) };
	});
	const choice = await lines.choose(asked, choices, { signal });
	if (choice !== "deny-with-feedback") return choice && { choice };
	const feedback = await lines.enter("What should it do instead?", { signal });
	return { choice, feedback: feedback ?? "" };
}

class ApprovalPrompt implements Component, Focusable {
	readonly #question: ApprovalQuestion;
	readonly #context: DialogContext<ApprovalAnswer>;
	readonly #list: SelectList<ApprovalChoice>;
	readonly #feedback: Input;
	readonly #signal: AbortSignal;
	readonly #onAbort = () => this.#context.done(undefined);
	#isWriting = false;
	focused = false;

	constructor(question: ApprovalQuestion, signal: AbortSignal, context: DialogContext<ApprovalAnswer>) {
		const { theme, keymap, done } = context;
		this.#question = question;
		this.#signal = signal;
		this.#context = context;
		this.#list = new SelectList<ApprovalChoice>({
			items: question.choices.map((choice) => {
				const { key, label, note } = words[choice];
				return { value: choice, label: label(question.toolName), description: note ? `${key} · ${note}` : key };
			}),
			theme,
			keymap,
			onSelect: (choice) => this.#choose(choice),
			onCancel: () => done(undefined),
		});
		this.#feedback = new Input({
			theme,
			keymap,
			placeholder: "What should it do instead?",
			onSubmit: (feedback) => done({ choice: "deny-with-feedback", feedback }),
			onCancel: () => {
				this.#isWriting = false;
			},
		});
		signal.addEventListener("abort", this.#onAbort, { once: true });
	}

	handleInput(data: string): void {
		if (this.#isWriting) {
			this.#feedback.handleInput(data);
			return;
		}
		const choice = this.#question.choices.find((candidate) => words[candidate].key === data);
		if (choice) this.#choose(choice);
		else this.#list.handleInput(data);
	}

	handlePaste(text: string): void {
		if (this.#isWriting) this.#feedback.handlePaste(text);
	}

	render(width: number): readonly string[] {
		this.#feedback.focused = this.focused;
		const body = this.#isWriting ? this.#feedback.render(width - 1).map((row) => ` ${row}`) : this.#list.render(width);
		return [...this.#facts(width), ...this.#details(width), ...body];
	}

	invalidate(): void {
		this.#list.invalidate();
		this.#feedback.invalidate();
	}

	dispose(): void {
		this.#signal.removeEventListener("abort", this.#onAbort);
	}

	#choose(choice: ApprovalChoice): void {
		if (choice === "deny-with-feedback") this.#isWriting = true;
		else this.#context.done({ choice });
	}

	#facts(width: number): string[] {
		const { tier, origin, reason, queue } = this.#question;
		const { position, total } = queue();
		const facts = [`tier ${tier}`, ...(origin ? [`Origin: ${origin}`] : []), ...(reason ? [`Reason: ${reason}`] : [])];
		if (total > 1) facts.unshift(`${position}/${total}`);
		return wrapTextWithAnsi(this.#context.theme.muted(plainText(facts.join(" · "))), width - 2).map((row) => ` ${row}`);
	}

	#details(width: number): string[] {
		const { theme } = this.#context;
		const rows = this.#question.details
			.flatMap((line) => plainText(line).split("\n"))
			.flatMap((line) => wrapTextWithAnsi(this.#styled(line), width - 2));
		const shown = rows.slice(0, maxDetailRows).map((row) => ` ${row}`);
		const hidden = rows.length - shown.length;
		return hidden > 0 ? [...shown, theme.muted(` ${theme.symbol("text.ellipsis")} ${hidden} more lines`)] : shown;
	}

	#styled(line: string): string {
		const { theme } = this.#context;
		if (/^\+(?!\+\+)/.test(line)) return theme.toolDiffAdded(line);
		return /^-(?!--)/.test(line) ? theme.toolDiffRemoved(line) : line;
	}
}
