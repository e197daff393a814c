import { ToolAbortError, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type AskAnswer, type AskQuestion, recommendedSuffix, reservedLabels } from "../services/question.ts";
import type { AskDeps } from "./ask.ts";

export interface AnsweredQuestion {
	readonly question: string;
	readonly options: readonly string[];
	readonly multi: boolean;
	readonly selectedOptions: readonly string[];
	readonly customInput?: string;
	readonly note?: string;
	readonly timedOut?: boolean;
}

export type AskDetails =
	| AnsweredQuestion
	| { readonly results: ReadonlyArray<AnsweredQuestion & { readonly id: string }> };

export const askUnavailable = "Ask tool requires interactive mode";

export async function executeAsk(
	rawQuestions: readonly AskQuestion[],
	signal: AbortSignal,
	deps: AskDeps,
): Promise<ToolOutput<AskDetails>> {
	const questions = rawQuestions.map(withoutSuffix);
	check(questions);
	const ask = deps.port();
	if (!ask) throw new ToolError(askUnavailable);
	const outcome = await ask(questions, { signal, timeoutSeconds: deps.timeoutSeconds() });
	switch (outcome.kind) {
		case "cancelled":
			// Whoever does not want to answer does not want the model to go on guessing either.
			deps.stopRun();
			throw new ToolAbortError(
				outcome.during === "input" ? "Ask input was cancelled" : "Ask tool was cancelled by the user",
			);
		case "chat":
			return { content: "The user wants to talk about this before choosing. Ask what they think, in plain text." };
		case "answered":
			return report(questions, outcome.answers);
	}
}

function withoutSuffix(question: AskQuestion): AskQuestion {
	const options = question.options.map((option) => ({
		...option,
		label: option.label.endsWith(recommendedSuffix) ? option.label.slice(0, -recommendedSuffix.length) : option.label,
	}));
	return { ...question, options };
}

function check(questions: readonly AskQuestion[]): void {
	if (questions.length === 0) throw new ToolError("Error: questions must not be empty");
	for (const { id, options } of questions) {
		if (options.length === 0) throw new ToolError(`Error: question "${id}" has no options`);
		const reserved = options.find(({ label }) => reservedLabels.includes(label));
		if (reserved) throw new ToolError(`Error: option "${reserved.label}" is added by itself; leave it out`);
	}
}

function report(questions: readonly AskQuestion[], answers: readonly AskAnswer[]): ToolOutput<AskDetails> {
	const results = questions.map((question) => {
		const answer = answers.find(({ id }) => id === question.id) ?? { id: question.id, selected: [] };
		return { id: question.id, text: answerText(answer), details: answered(question, answer) };
	});
	const [only] = results;
	if (only && results.length === 1) return { content: only.text, details: only.details };
	return {
		content: ["User answers:", ...results.map(({ id, text }) => `${id}: ${text}`)].join("\n"),
		details: { results: results.map(({ id, details }) => ({ id, ...details })) },
	};
}

function answerText({ selected, customInput, note, timedOut }: AskAnswer): string {
	const chosen = [...selected, ...(customInput === undefined ? [] : [customInput])].join(", ") || "(nothing selected)";
	return [chosen, timedOut ? " (auto-selected after timeout)" : "", note ? `\nNote: ${note}` : ""].join("");
}

function answered(question: AskQuestion, answer: AskAnswer): AnsweredQuestion {
	const { selected, customInput, note, timedOut } = answer;
	return {
		question: question.question,
		options: question.options.map(({ label }) => label),
		multi: question.multi ?? false,
		selectedOptions: selected,
		...(customInput !== undefined && { customInput }),
		...(note && { note }),
		...(timedOut && { timedOut }),
	};
}
