import {
	type AskAnswer,
	type AskOutcome,
	type AskQuestion,
	chatLabel,
	doneLabel,
	otherLabel,
	recommendedSuffix,
} from "@oh-my-pi/pi-tools/services/question";
import type { PlainLines } from "../contract/dialog.ts";

type Row = { readonly option: string } | "other" | "done" | "chat";

/** The model's questions one after the other, as numbered choices. */
export async function askPlainly(
	questions: readonly AskQuestion[],
	signal: AbortSignal,
	lines: PlainLines,
): Promise<AskOutcome> {
	const answers: AskAnswer[] = [];
	for (const question of questions) {
		const answer = await answerPlainly(question, signal, lines);
		if (answer === "chat") return { kind: "chat" };
		if (answer === undefined) return { kind: "cancelled" };
		answers.push(answer);
	}
	return { kind: "answered", answers };
}

async function answerPlainly(
	question: AskQuestion,
	signal: AbortSignal,
	lines: PlainLines,
): Promise<AskAnswer | "chat" | undefined> {
	const { id, multi } = question;
	let selected: readonly string[] = [];
	let customInput: string | undefined;
	for (;;) {
		const row = await lines.choose(question.question, buildRows(question, selected), { signal });
		if (row === undefined || row === "chat") return row;
		if (row === "other") customInput = await lines.enter("Your own answer", { signal });
		else if (row !== "done" && multi) selected = toggled(selected, row.option);
		else if (row !== "done") return { id, selected: [row.option] };
		const isFinished = row === "done" || (row === "other" && !multi && customInput !== undefined);
		if (isFinished) return { id, selected, ...(customInput !== undefined && { customInput }) };
	}
}

function buildRows({ options, multi, recommended }: AskQuestion, selected: readonly string[]) {
	const offered = options.map(({ label, description }, index) => {
		const chosen = selected.includes(label) ? " (chosen)" : "";
		return {
			value: { option: label } as Row,
			label: label + (index === recommended ? recommendedSuffix : "") + chosen,
			...(description !== undefined && { description }),
		};
	});
	const rest: Array<{ value: Row; label: string }> = [
		{ value: "other", label: otherLabel },
		...(multi ? [{ value: "done" as const, label: doneLabel }] : []),
		{ value: "chat", label: chatLabel },
	];
	return [...offered, ...rest];
}

function toggled(selected: readonly string[], option: string): readonly string[] {
	return selected.includes(option) ? selected.filter((other) => other !== option) : [...selected, option];
}
