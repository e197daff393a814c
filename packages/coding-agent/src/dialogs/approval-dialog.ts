import { matchesWildcard } from "@oh-my-pi/pi-tools/shell-syntax/wildcard";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { ApprovalAnswer, ApprovalChoice, ApprovalQuestion } from "../conversation/approval/approval-question.ts";
import type { Dialog, DialogContext, PlainLines } from "./dialog.ts";

const words: Readonly<Record<ApprovalChoice, { key: string; label: (tool: string) => string; note?: string }>> = {
	approve: { key: "y", label: () => "Approve" },
	"approve-session": { key: "s", label: () => "Approve for this session" },
	always: { key: "a", label: (tool) => `Always allow ${tool}`, note: "writes tools.approval" },
	"always-rule": { key: "r", label: () => "Always allow by rule…", note: "edit it first; writes bash.patterns" },
	deny: { key: "n", label: () => "Deny" },
	"deny-with-feedback": { key: "f", label: () => "Deny with feedback…", note: "the text goes to the model" },
};

/** A long call is shown from its beginning; the rest is in the transcript. */
const maxDetailRows = 16;
/** What stands around it: the title, facts, the choices and the end of the transcript. */
const otherRows = 12;

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
	if (choice === "always-rule") {
		const rule = await lines.enter(`Rule, * for anything [${question.rule}]`, { signal });
		return { choice, rule: rule ?? question.rule ?? "" };
	}
	if (choice !== "deny-with-feedback") return choice && { choice };
	const feedback = await lines.enter("What should it do instead?", { signal });
	return { choice, feedback: feedback ?? "" };
}

class ApprovalPrompt implements Component, Focusable {
	readonly #question: ApprovalQuestion;
	readonly #context: DialogContext<ApprovalAnswer>;
	readonly #list: SelectList<ApprovalChoice>;
	readonly #signal: AbortSignal;
	readonly #onAbort = () => this.#context.done(undefined);
	#field: Input | undefined;
	#problem: string | undefined;
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
		signal.addEventListener("abort", this.#onAbort, { once: true });
	}

	handleInput(data: string): void {
		this.#problem = undefined;
		if (this.#field) {
			this.#field.handleInput(data);
			return;
		}
		const choice = this.#question.choices.find((candidate) => words[candidate].key === data);
		if (choice) this.#choose(choice);
		else this.#list.handleInput(data);
	}

	handlePaste(text: string): void {
		this.#field?.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const body = this.#field ? this.#drawField(this.#field, width) : this.#list.render(width);
		return [...this.#facts(width), ...this.#details(width), ...body];
	}

	invalidate(): void {
		this.#list.invalidate();
		this.#field?.invalidate();
	}

	dispose(): void {
		this.#signal.removeEventListener("abort", this.#onAbort);
	}

	#choose(choice: ApprovalChoice): void {
		const { done } = this.#context;
		if (choice === "deny-with-feedback") {
			this.#write("What should it do instead?", "", (feedback) => done({ choice, feedback }));
		} else if (choice === "always-rule") {
			this.#write("* stands for anything", this.#question.rule ?? "", (rule) => this.#takeRule(rule.trim()));
		} else done({ choice });
	}

	/** A rule that does not cover this very call is a slip of the pen. */
	#takeRule(rule: string): void {
		if (matchesWildcard(rule, this.#question.rule ?? "")) this.#context.done({ choice: "always-rule", rule });
		else this.#problem = "The rule does not fit this command; * stands for anything";
	}

	#write(placeholder: string, text: string, onSubmit: (text: string) => void): void {
		const { theme, keymap } = this.#context;
		const onCancel = () => {
			this.#field = undefined;
		};
		this.#field = new Input({ theme, keymap, placeholder, onSubmit, onCancel });
		this.#field.setText(text);
	}

	#drawField(field: Input, width: number): string[] {
		field.focused = this.focused;
		const problem = this.#problem === undefined ? [] : [this.#context.theme.error(this.#problem)];
		return [...field.render(width - 1), ...problem].map((row) => ` ${row}`);
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
		const room = Math.max(2, Math.min(maxDetailRows, this.#context.rows() - otherRows));
		const shown = rows.slice(0, room).map((row) => ` ${row}`);
		const hidden = rows.length - shown.length;
		return hidden > 0 ? [...shown, theme.muted(` ${theme.symbol("text.ellipsis")} ${hidden} more lines`)] : shown;
	}

	#styled(line: string): string {
		const { theme } = this.#context;
		const command = /^Command: (.*)$/.exec(line)?.[1];
		if (command !== undefined) return `${theme.bashMode("$")} ${command}`;
		if (/^@@|^(?:\+\+\+|---) /.test(line)) return theme.toolDiffContext(line);
		if (line.startsWith("+")) return theme.toolDiffAdded(line);
		return line.startsWith("-") ? theme.toolDiffRemoved(line) : line;
	}
}
