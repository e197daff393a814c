import { diffLines, isDiffRow } from "@oh-my-pi/pi-tools/edit/diff-view";
import { codeLines, guessLanguage } from "@oh-my-pi/pi-tools/view/code-lines";
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { drawFrame, type FrameSection, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type {
	ApprovalAnswer,
	ApprovalChoice,
	ApprovalQuestion,
	RuleScope,
} from "../../conversation/approval/approval-question.ts";
import { questionLines, ruleScopes } from "../../conversation/approval/approval-question.ts";
import type { Dialog, DialogContext, PlainLines } from "../contract/dialog.ts";
import { drawList } from "../parts/draw-list.ts";
import { type KeyHint, keyHints } from "../parts/key-hints.ts";
import { movedCursor } from "../parts/list-cursor.ts";
import { choiceWords, feedbackPrompt, formatHeading, scopeWords } from "./approval-words.ts";
import { RuleField } from "./rule-field.ts";

/** The rows around the call: the frame, facts, the choices, and a glimpse of the transcript. */
const otherRows = 12;
const minBodyRows = 3;

/** Asks whether a call may run. Dismissing it denies. */
export function approvalDialog(question: ApprovalQuestion, signal: AbortSignal): Dialog<ApprovalAnswer> {
	return {
		title: question.title,
		opensUnasked: "approval",
		drawsTitle: true,
		open: (context) => new ApprovalPrompt(question, signal, context),
		plain: (lines) => approvePlainly(question, signal, lines),
	};
}

async function approvePlainly(
	question: ApprovalQuestion,
	signal: AbortSignal,
	lines: PlainLines,
): Promise<ApprovalAnswer | undefined> {
	const { rule } = question;
	const asked = questionLines(question).map(visibleText).join("\n");
	const choices = question.choices.map((value) => ({ value, label: choiceWords(value, question).label }));
	const choice = await lines.choose(asked, choices, { signal });
	if (choice === "always-rule") {
		const suggestion = rule?.suggestion ?? "";
		const written = await lines.enter(`Rule, * matches anything [${suggestion}]`, { signal });
		const scopes = ruleScopes.map((scope) => ({ value: scope, label: scopeWords[scope] }));
		const scope = await lines.choose("Where should it apply?", scopes, { signal });
		return scope && { choice, rule: written ?? suggestion, scope };
	}
	if (choice !== "deny-with-feedback") return choice && { choice };
	const feedback = await lines.enter(feedbackPrompt, { signal });
	return { choice, feedback: feedback ?? "" };
}

class ApprovalPrompt implements Component, Focusable {
	readonly #question: ApprovalQuestion;
	readonly #context: DialogContext<ApprovalAnswer>;
	readonly #signal: AbortSignal;
	readonly #onAbort = () => this.#context.done(undefined);
	readonly #heading: string;
	readonly #body: readonly string[];
	/** The file that the call is about, if it is one. */
	readonly #subject: { readonly toolName: string; readonly path: string | undefined };
	#selected = 0;
	#scroll = 0;
	#answerRows = 0;
	#field: Input | RuleField | undefined;
	#drawn: { width: number; rows: readonly string[] } | undefined;
	focused = false;

	constructor(question: ApprovalQuestion, signal: AbortSignal, context: DialogContext<ApprovalAnswer>) {
		this.#question = question;
		this.#signal = signal;
		this.#context = context;
		const { heading, body, path } = formatHeading(question);
		this.#subject = { toolName: question.toolName, path };
		this.#heading = heading;
		this.#body = body;
		signal.addEventListener("abort", this.#onAbort, { once: true });
		context.useKeys?.({
			isField: () => this.#field !== undefined,
			isShortcut: (data) => this.#choiceAt(data) !== undefined,
		});
	}

	handleInput(data: string): void {
		if (this.#field) {
			this.#field.handleInput(data);
			return;
		}
		const { keymap, done } = this.#context;
		const { choices } = this.#question;
		const page = this.#bodyRoom;
		if (keymap.matches(data, "tui.select.pageUp")) this.#scroll -= page;
		else if (keymap.matches(data, "tui.select.pageDown")) this.#scroll += page;
		else if (keymap.matches(data, "tui.select.cancel")) done(undefined);
		else if (keymap.matches(data, "tui.select.confirm")) this.#choose(choices[this.#selected]);
		else {
			const moved = movedCursor(data, keymap, { index: this.#selected, count: choices.length, page: choices.length });
			if (moved === undefined) this.#shortcut(data);
			else this.#selected = moved;
		}
	}

	handlePaste(text: string): void {
		this.#field?.handlePaste(text);
	}

	render(width: number): readonly string[] {
		const { theme } = this.#context;
		const { position, total } = this.#question.queue();
		const inner = frameInnerWidth(width);
		const counter = total > 1 ? theme.muted(` ${position}/${total}`) : "";
		const answers = this.#answers(inner);
		this.#answerRows = answers.length;
		const body = [...this.#facts(inner), ...this.#visibleBody(inner)];
		const sections: FrameSection[] = [
			{ title: theme.bold(theme.accent(this.#heading)) + counter, rows: body },
			{ rows: [...answers, keyHints(this.#hints(), theme, inner)] },
		];
		return drawFrame(sections, { width, theme, border: theme.borderAccent });
	}

	invalidate(): void {
		this.#drawn = undefined;
		this.#field?.invalidate();
	}

	dispose(): void {
		this.#signal.removeEventListener("abort", this.#onAbort);
	}

	/** A letter or the number of a choice. What allows more than this call waits for Enter. */
	#shortcut(data: string): void {
		const index = this.#choiceAt(data);
		const choice = index === undefined ? undefined : this.#question.choices[index];
		if (index === undefined || choice === undefined) return;
		this.#selected = index;
		if (!choiceWords(choice, this.#question).needsEnter) this.#choose(choice);
	}

	#choiceAt(data: string): number | undefined {
		const isMeant = (choice: ApprovalChoice, index: number) =>
			choiceWords(choice, this.#question).key === data || String(index + 1) === data;
		const index = this.#question.choices.findIndex(isMeant);
		return index < 0 ? undefined : index;
	}

	#choose(choice: ApprovalChoice | undefined): void {
		const { theme, keymap, done, typed } = this.#context;
		const onCancel = () => {
			this.#field = undefined;
		};
		if (choice === "deny-with-feedback") {
			const onSubmit = (feedback: string) => done({ choice, feedback });
			const field = new Input({
				theme,
				keymap,
				placeholder: feedbackPrompt,
				onSubmit,
				onCancel: () => {
					typed?.giveBack(field.text);
					onCancel();
				},
			});
			// Whoever typed something at the question mostly meant the model.
			field.setText(typed?.take() ?? "");
			this.#field = field;
		} else if (choice === "always-rule") {
			const onSubmit = (rule: string, scope: RuleScope) => done({ choice, rule, scope });
			const rule = this.#question.rule ?? { call: "", suggestion: "" };
			const subject = this.#question.tier === "network" ? "hosts" : "commands";
			this.#field = new RuleField({ theme, keymap, rule, subject, onSubmit, onCancel });
		} else if (choice) done({ choice });
	}

	#facts(width: number): string[] {
		const { agent, intent, origin, reason } = this.#question;
		const { theme } = this.#context;
		const facts = [
			...(agent ? [theme.warning(visibleText(`Agent: ${agent}`))] : []),
			...(intent ? [theme.muted(visibleText(`Intent: ${intent}`))] : []),
			...(origin ? [theme.warning(visibleText(`Origin: ${origin}`))] : []),
			...(reason ? [theme.warning(visibleText(reason))] : []),
		];
		return facts.flatMap((fact) => wrapTextWithAnsi(fact, width));
	}

	/** As much of the call as fits; the rest is scrolled to. */
	#visibleBody(width: number): string[] {
		const { theme } = this.#context;
		if (this.#drawn?.width !== width) {
			this.#drawn = { width, rows: this.#drawBody(width) };
		}
		const { rows } = this.#drawn;
		const room = this.#bodyRoom;
		if (rows.length <= room) return rows.slice();
		this.#scroll = Math.max(0, Math.min(this.#scroll, rows.length - room));
		const end = this.#scroll + room;
		const note = `${theme.symbol("text.ellipsis")} lines ${this.#scroll + 1}–${end} of ${rows.length}`;
		return [...rows.slice(this.#scroll, end), theme.muted(note)];
	}

	/** Diffs and files look as in the transcript. */
	#drawBody(width: number): readonly string[] {
		const { theme, highlight } = this.#context;
		const { path, toolName } = this.#subject;
		const body = this.#body;
		const options = { theme, width, expanded: true, ...(highlight && { highlight }) };
		// A long one may have been cut in its last row.
		const isDiff =
			body.length > 0 && body.every((line, index) => isDiffRow(line) || (index > 0 && index === body.length - 1));
		if (path !== undefined && isDiff) return diffLines(body.join("\n"), options, path);
		const lines =
			path !== undefined && toolName === "write" ? codeLines(body, guessLanguage(path), options) : undefined;
		return (lines ?? body.map((line) => this.#styled(line))).flatMap((line) => wrapTextWithAnsi(line, width));
	}

	get #bodyRoom(): number {
		return Math.max(minBodyRows, this.#context.rows() - otherRows - this.#answerRows);
	}

	#answers(width: number): string[] {
		const { theme } = this.#context;
		if (this.#field) {
			this.#field.focused = this.focused;
			return this.#field.render(width).map((row) => truncateToWidth(row, width));
		}
		const { choices } = this.#question;
		const drawn = choices.map((choice, index) => this.#choiceRows(choice, index, width));
		return drawList({
			count: choices.length,
			selected: this.#selected,
			height: drawn.flat().length,
			width,
			theme,
			draw: (index) => drawn[index] ?? [""],
		});
	}

	/** What does not fit continues below the words, not below the number. */
	#choiceRows(choice: ApprovalChoice, index: number, width: number): string[] {
		const { theme } = this.#context;
		const { label, key } = choiceWords(choice, this.#question);
		const words = `${index === this.#selected ? theme.accent(label) : label} ${theme.dim(`(${key})`)}`;
		const rows = wrapTextWithAnsi(words, Math.max(1, width - 4));
		return rows.map((row, at) => `${at === 0 ? theme.muted(`${index + 1}`) : " "} ${row}`);
	}

	#hints(): KeyHint[] {
		if (this.#field instanceof RuleField) {
			return [
				["Enter", "save"],
				["Tab", "change scope"],
				["Esc", "back"],
			];
		}
		if (this.#field)
			return [
				["Enter", "send"],
				["Esc", "back"],
			];
		const isLong = (this.#drawn?.rows.length ?? 0) > this.#bodyRoom;
		return [
			["↑↓", "choose"],
			["Enter", "confirm"],
			...(isLong ? [["PgUp/PgDn", "scroll"] as const] : []),
			["Esc", "deny"],
		];
	}

	#styled(line: string): string {
		const { theme } = this.#context;
		if (line.startsWith("$ ") && line === this.#body[0]) return `${theme.bashMode("$")}${line.slice(1)}`;
		if (/^@@|^(?:\+\+\+|---) /.test(line)) return theme.toolDiffContext(line);
		if (line.startsWith("+")) return theme.toolDiffAdded(line);
		return line.startsWith("-") ? theme.toolDiffRemoved(line) : line;
	}
}
