import { defineView, type ViewOptions } from "../view.ts";
import type { askTool } from "./ask.ts";
import type { AnsweredQuestion, AskDetails } from "./execute.ts";

export const askView = defineView<typeof askTool>({
	shape: "frame",
	title: (params) => `Ask ${params.questions?.length ?? 0} questions`,
	call: (params) => (params.questions ?? []).map(({ question }) => question ?? ""),
	result(output, options) {
		const details = output.details as AskDetails | undefined;
		if (output.state !== "done" || !details) return output.text === "" ? [] : output.text.split("\n");
		const answers = "results" in details ? details.results : [details];
		return answers.flatMap((answer) => answerLines(answer, options));
	},
});

function answerLines(answer: AnsweredQuestion, { theme }: ViewOptions): string[] {
	const [on, off] = answer.multi ? (["checkbox.on", "checkbox.off"] as const) : (["radio.on", "radio.off"] as const);
	const options = answer.options.map((label) =>
		answer.selectedOptions.includes(label)
			? theme.accent(`${theme.symbol(on)} ${label}`)
			: theme.muted(`${theme.symbol(off)} ${label}`),
	);
	const own = answer.customInput === undefined ? [] : [theme.accent(`${theme.symbol(on)} ${answer.customInput}`)];
	return [answer.question, ...[...options, ...own].map((line) => `  ${line}`)];
}
