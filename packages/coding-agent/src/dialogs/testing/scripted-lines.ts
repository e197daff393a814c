import type { PlainLines } from "../contract/dialog.ts";
import { drawChoices } from "../draw-choices.ts";

/** Somebody who answers line by line as told; when there is nothing left to say, by dismissing. */
export function scriptedLines(answers: readonly string[]): PlainLines & { text(): string } {
	const rest = [...answers];
	const said: string[] = [];
	const answer = () => {
		const line = rest.shift() ?? "";
		said.push(`> ${line}`);
		return line;
	};
	return {
		say: (text) => void said.push(text),
		async choose(title, choices) {
			said.push(drawChoices(title, choices));
			return choices[Number(answer()) - 1]?.value;
		},
		async enter(question) {
			said.push(question);
			return answer() || undefined;
		},
		text: () => said.join("\n"),
	};
}
