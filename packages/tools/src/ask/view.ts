import { countOf, titleText } from "../view/title-text.ts";
import { defineView, type ViewOptions } from "../view/view.ts";
import type { askTool } from "./ask.ts";
import type { AnsweredQuestion, AskDetails } from "./execute.ts";

/** The dialog shows the questions while they are open; afterwards the card shows each with its answer. */
export const askView = defineView<typeof askTool>({
	shape: "inline",
	title: (params) => `Ask ${countOf(params.questions?.length ?? 0, "question", "questions")}`,
	result(output, options) {
		const details = output.details as AskDetails | undefined;
		if (output.state !== "done" || !details) return output.text === "" ? [] : output.text.split("\n");
		const answers = "results" in details ? details.results : [details];
		return answers.flatMap((answer) => (options.expanded ? allOptions : answerLine)(answer, options));
	},
});

/** `Which sign? → Exclamation mark` */
function answerLine({ question, selectedOptions, customInput }: AnsweredQuestion, { theme }: ViewOptions): string[] {
	const chosen = [...selectedOptions, ...(customInput === undefined ? [] : [customInput])].join(", ");
	return [`${titleText(question)} ${theme.accent(`${theme.symbol("nav.right")} ${titleText(chosen) || "no answer"}`)}`];
}

function allOptions(answer: AnsweredQuestion, { theme }: ViewOptions): string[] {
	const [on, off] = answer.multi ? (["checkbox.on", "checkbox.off"] as const) : (["radio.on", "radio.off"] as const);
	const options = answer.options.map((label) =>
		answer.selectedOptions.includes(label)
			? theme.accent(`${theme.symbol(on)} ${label}`)
			: theme.muted(`${theme.symbol(off)} ${label}`),
	);
	const customOption =
		answer.customInput === undefined ? [] : [theme.accent(`${theme.symbol(on)} ${answer.customInput}`)];
	return [answer.question, ...[...options, ...customOption].map((line) => `  ${line}`)];
}
