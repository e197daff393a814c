import {
	type AskAnswer,
	type AskOutcome,
	type AskQuestion,
	automaticAnswer,
	chatLabel,
	doneLabel,
	nextLabel,
	otherLabel,
	recommendedSuffix,
} from "@oh-my-pi/pi-tools/services/question";

interface Draft {
	readonly selected: readonly string[];
	readonly customInput?: string | undefined;
	readonly note?: string | undefined;
	readonly isAnswered: boolean;
}

/** Several questions being answered: which one is looked at, where the cursor is, and what was said so far. */
export interface AskState {
	readonly questions: readonly AskQuestion[];
	readonly index: number;
	readonly row: number;
	readonly drafts: readonly Draft[];
}

export type AskRow =
	| { readonly kind: "option"; readonly value: string; readonly label: string; readonly description?: string }
	| { readonly kind: "other" | "done" | "chat"; readonly label: string };

/** What a key asks for: another state, a text field, or the end. */
export type AskStep = { readonly state: AskState } | { readonly write: "answer" } | { readonly outcome: AskOutcome };

export function openAskState(questions: readonly AskQuestion[]): AskState {
	return at({ questions, index: 0, row: 0, drafts: questions.map(() => ({ selected: [], isAnswered: false })) }, 0);
}

export function currentQuestion({ questions, index }: AskState): AskQuestion {
	const question = questions[index];
	if (!question) throw new Error(`There is no question ${index}`);
	return question;
}

export function currentDraft({ drafts, index }: AskState): Draft {
	return drafts[index] ?? { selected: [], isAnswered: false };
}

export function askRows(state: AskState): AskRow[] {
	const { options, multi, recommended } = currentQuestion(state);
	const isLast = state.drafts.every(({ isAnswered }, index) => isAnswered || index === state.index);
	return [
		...options.map(({ label, description }, index) => ({
			kind: "option" as const,
			value: label,
			label: index === recommended ? label + recommendedSuffix : label,
			...(description !== undefined && { description }),
		})),
		{ kind: "other", label: otherLabel },
		...(multi ? [{ kind: "done" as const, label: isLast ? doneLabel : nextLabel }] : []),
		{ kind: "chat", label: chatLabel },
	];
}

export function moveRow(state: AskState, step: number): AskState {
	const count = askRows(state).length;
	return { ...state, row: (state.row + step + count) % count };
}

export function moveQuestion(state: AskState, step: number): AskState {
	const count = state.questions.length;
	return at(state, (state.index + step + count) % count);
}

/** Enter. */
export function chooseRow(state: AskState): AskStep {
	const row = askRows(state)[state.row];
	switch (row?.kind) {
		case "option":
			if (!currentQuestion(state).multi) return answer(state, { selected: [row.value], customInput: undefined });
			// With nothing chosen yet, the option under the cursor is meant.
			return answer(state, hasAnswer(currentDraft(state)) ? {} : { selected: [row.value] });
		case "other":
			return { write: "answer" };
		case "done":
			return answer(state, {});
		case "chat":
			return { outcome: { kind: "chat" } };
		default:
			return { state };
	}
}

function hasAnswer({ selected, customInput }: Draft): boolean {
	return selected.length > 0 || customInput !== undefined;
}

/** Space; only where several can be chosen. */
export function toggleRow(state: AskState): AskState {
	const row = askRows(state)[state.row];
	return row?.kind === "option" && currentQuestion(state).multi ? toggle(state, row.value) : state;
}

/** The user's own words; where several can be chosen they come on top. */
export function writeAnswer(state: AskState, text: string): AskStep {
	const customInput = text.trim() === "" ? undefined : text.trim();
	if (currentQuestion(state).multi) return { state: withDraft(state, { customInput }) };
	return customInput === undefined ? { state } : answer(state, { selected: [], customInput });
}

export function writeNote(state: AskState, text: string): AskState {
	return withDraft(state, { note: text.trim() === "" ? undefined : text.trim() });
}

/** Time is up: what was not answered is answered as the model would. */
export function outcomeAfterTimeout({ questions, drafts }: AskState): AskOutcome {
	const answers = questions.map((question, index) => {
		const draft = drafts[index];
		return draft?.isAnswered ? buildAnswer(question, draft) : automaticAnswer(question);
	});
	return { kind: "answered", answers };
}

function answer(state: AskState, patch: Partial<Draft>): AskStep {
	const next = withDraft(state, { ...patch, isAnswered: true });
	const open = next.drafts.findIndex(({ isAnswered }) => !isAnswered);
	if (open !== -1) return { state: at(next, open) };
	const answers = next.questions.map((question, index) => buildAnswer(question, next.drafts[index]));
	return { outcome: { kind: "answered", answers } };
}

function toggle(state: AskState, label: string): AskState {
	const { selected } = currentDraft(state);
	const { options } = currentQuestion(state);
	const chosen = selected.includes(label) ? selected.filter((other) => other !== label) : [...selected, label];
	// In the order in which they were offered, whatever was chosen first.
	return withDraft(state, { selected: options.map((option) => option.label).filter((name) => chosen.includes(name)) });
}

function withDraft(state: AskState, change: Partial<Draft>): AskState {
	return { ...state, drafts: state.drafts.with(state.index, { ...currentDraft(state), ...change }) };
}

/** Looks at a question, with the cursor on what is recommended. */
function at(state: AskState, index: number): AskState {
	return { ...state, index, row: state.questions[index]?.recommended ?? 0 };
}

function buildAnswer({ id }: AskQuestion, draft: Draft | undefined): AskAnswer {
	const { selected = [], customInput, note } = draft ?? {};
	return { id, selected, ...(customInput !== undefined && { customInput }), ...(note !== undefined && { note }) };
}
