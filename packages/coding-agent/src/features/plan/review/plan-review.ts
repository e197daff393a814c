import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { Input } from "@oh-my-pi/pi-tui/widgets/input";
import type { DialogContext } from "../../../dialogs/contract/dialog.ts";
import type { PlanDecision } from "../mode/execute-plan.ts";
import type { PlanProposal } from "../mode/plan-mode.ts";
import { drawPlanReview, type Region } from "./draw-plan-review.ts";
import { type PlanAction, planActions, type RoleChoice } from "./plan-actions.ts";
import { annotate, deleteSection, formatFeedback, openPlan, type PlanDraft, planText, undo } from "./plan-draft.ts";

export interface PlanReviewOptions {
	readonly proposal: PlanProposal;
	/** Who could carry it out; the first is whoever answers now. */
	readonly roles: readonly RoleChoice[];
	/** How full the context is, as in `~1.2k / 200k`. */
	readonly contextUse: string;
	readonly copy: (text: string) => void;
	/** Lets the user change the text elsewhere; `undefined` leaves it. */
	readonly edit: (text: string) => Promise<string | undefined>;
}

const ctrlG = "\x07";

const regions: readonly Region[] = ["actions", "sections", "text"];

/** A plan on the whole screen: its sections, its text, and what may be done with it. */
export class PlanReview implements Component, Focusable {
	readonly #options: PlanReviewOptions;
	readonly #context: DialogContext<PlanDecision>;
	readonly #actions: readonly PlanAction[];
	#original: PlanDraft;
	#draft: PlanDraft;
	#region: Region = "actions";
	#section = 0;
	#action = 0;
	#role = 0;
	#scroll = 0;
	#field: { readonly kind: "note" | "refine"; readonly input: Input } | undefined;
	focused = false;

	constructor(options: PlanReviewOptions, context: DialogContext<PlanDecision>) {
		this.#options = options;
		this.#context = context;
		this.#actions = planActions(options.contextUse);
		this.#original = openPlan(options.proposal.text);
		this.#draft = this.#original;
		context.useKeys?.({
			isField: () => this.#field !== undefined,
			isShortcut: (data) => this.#letterAction(data) !== undefined,
		});
	}

	render(width: number): readonly string[] {
		if (this.#field) this.#field.input.focused = this.focused;
		const drawn = drawPlanReview({
			theme: this.#context.theme,
			width,
			height: this.#context.rows(),
			draft: this.#draft,
			region: this.#region,
			section: this.#section,
			actions: this.#actions,
			action: this.#action,
			roles: this.#options.roles.map(({ name }) => name),
			role: this.#role,
			scroll: this.#scroll,
			...(this.#field && { field: this.#field.input }),
		});
		this.#scroll = drawn.scroll;
		return drawn.rows;
	}

	handleInput(data: string): void {
		if (this.#field) {
			this.#field.input.handleInput(data);
			return;
		}
		const { keymap } = this.#context;
		if (keymap.matches(data, "tui.select.cancel")) this.#context.done(undefined);
		else if (keymap.matches(data, "tui.input.tab")) this.#nextRegion();
		else if (data === ctrlG) void this.#editElsewhere();
		else if (keymap.matches(data, "tui.select.up")) this.#move(-1);
		else if (keymap.matches(data, "tui.select.down")) this.#move(1);
		else if (keymap.matches(data, "tui.select.pageUp")) this.#scrollBy(-this.#page);
		else if (keymap.matches(data, "tui.select.pageDown")) this.#scrollBy(this.#page);
		else if (keymap.matches(data, "tui.editor.cursorLeft")) this.#turnRole(-1);
		else if (keymap.matches(data, "tui.editor.cursorRight")) this.#turnRole(1);
		else if (keymap.matches(data, "tui.select.confirm")) this.#confirm();
		else this.#letterAction(data)?.();
	}

	handlePaste(text: string): void {
		this.#field?.input.handlePaste(text);
	}

	get #page(): number {
		return Math.max(1, this.#context.rows() - 12);
	}

	#letterAction(data: string): (() => void) | undefined {
		if (data === "c") return () => this.#options.copy(planText(this.#draft));
		if (data === "g" || data === "G") return () => this.#scrollTo(data === "g" ? 0 : Number.MAX_SAFE_INTEGER);
		if (data === "u") return () => this.#change(undo(this.#draft));
		if (data === "a" && this.#region !== "actions") return () => this.#write("note");
		if (data === "d" && this.#region === "sections")
			return () => this.#change(deleteSection(this.#draft, this.#section));
		return undefined;
	}

	#scrollTo(row: number): void {
		this.#scroll = row;
	}

	#nextRegion(): void {
		this.#region = regions[(regions.indexOf(this.#region) + 1) % regions.length] ?? "actions";
	}

	#move(step: number): void {
		const { sections } = this.#draft;
		if (this.#region === "text") this.#scrollBy(step);
		else if (this.#region === "actions")
			this.#action = (this.#action + step + this.#actions.length) % this.#actions.length;
		else this.#goToSection((this.#section + step + sections.length) % sections.length);
	}

	#goToSection(index: number): void {
		const { sections } = this.#draft;
		this.#section = index;
		this.#scroll = sections.slice(0, this.#section).reduce((rows, { lines }) => rows + lines.length, 0);
	}

	#scrollBy(step: number): void {
		this.#scroll = Math.max(0, this.#scroll + step);
	}

	#turnRole(step: number): void {
		const count = this.#options.roles.length;
		if (count > 0) this.#role = (this.#role + step + count) % count;
	}

	#confirm(): void {
		if (this.#region !== "actions") {
			this.#region = "actions";
			return;
		}
		const action = this.#actions[this.#action];
		if (action?.kind === "refine") this.#refine();
		else if (action) this.#approve(action.kind);
	}

	#approve(kind: Exclude<PlanDecision["kind"], "refine">): void {
		const model = this.#options.roles[this.#role]?.model;
		const text = planText(this.#draft);
		const isChanged = text !== planText(openPlan(this.#options.proposal.text));
		this.#context.done({ kind, ...(model && { model }), ...(isChanged && { text }) });
	}

	/** Remarks speak for themselves; without any, the user is asked what to change. */
	#refine(): void {
		const feedback = formatFeedback(this.#original, this.#draft);
		if (feedback === "") this.#write("refine");
		else this.#context.done({ kind: "refine", feedback });
	}

	#write(kind: "note" | "refine"): void {
		const { theme, keymap } = this.#context;
		const close = () => {
			this.#field = undefined;
		};
		const input = new Input({
			theme,
			keymap,
			placeholder: kind === "note" ? "Comment on this section" : "What should change?",
			onCancel: close,
			onSubmit: (text) => {
				close();
				if (kind === "note") this.#change(annotate(this.#draft, this.#section, text));
				else if (text.trim() !== "") this.#context.done({ kind: "refine", feedback: text.trim() });
			},
		});
		input.setText(kind === "note" ? (this.#draft.notes.get(this.#section) ?? "") : "");
		this.#field = { kind, input };
	}

	#change(draft: PlanDraft): void {
		this.#draft = draft;
		this.#section = Math.min(this.#section, draft.sections.length - 1);
	}

	async #editElsewhere(): Promise<void> {
		const edited = await this.#options.edit(planText(this.#draft));
		if (edited !== undefined) {
			this.#draft = { ...openPlan(edited), previous: this.#draft };
			this.#original = openPlan(edited);
			this.#section = 0;
		}
		this.#context.requestRender();
	}
}
