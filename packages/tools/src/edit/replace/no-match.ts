import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { contentLines } from "../../files/mutate/text/content-lines.ts";
import { cutLine } from "../../output/cut-line.ts";
import type { MatchOptions } from "../match/find-lines.ts";
import { closestWindow, comparable } from "../match/similar-window.ts";

export const maxExcerpts = 5;
const linesAround = 1;
const maxLineBytes = 512;

/** Several places would do: shows the first of them, so that the next call can tell them apart. */
export function ambiguous(text: string, lineIndexes: readonly number[], count: number): ToolError {
	const { lines } = contentLines(text);
	const excerpts = lineIndexes.slice(0, maxExcerpts).map((lineIndex) => {
		const first = Math.max(0, lineIndex - linesAround);
		const shown = lines.slice(first, lineIndex + linesAround + 1);
		return shown.map((line, index) => `  ${first + index + 1} | ${cutLine(line, maxLineBytes)}`).join("\n");
	});
	const hidden = count - excerpts.length;
	const rest = hidden > 0 ? [`  … ${hidden} more`] : [];
	return new ToolError(
		[`Found ${count} occurrences:`, excerpts.join("\n\n"), ...rest, "Add more context lines to disambiguate."].join(
			"\n",
		),
	);
}

/** Nothing is near enough: shows what comes nearest and where the first difference is. */
export function notFound(text: string, oldText: string, options: MatchOptions & { shownPath: string }): ToolError {
	const { lines } = contentLines(text);
	const wanted = oldText.replace(/\n$/, "").split("\n");
	const message = [`Could not find a close enough match in ${options.shownPath}.`];
	const closest = closestWindow(lines, wanted);
	if (closest) {
		const differing = wanted.findIndex((line, index) => !isSame(line, lines[closest.start + index] ?? "", options));
		const index = Math.max(differing, 0);
		message.push(
			`Closest match (${percent(closest.similarity)} similar) at line ${closest.start + 1}:`,
			`-${cutLine(wanted[index] ?? "", maxLineBytes)}`,
			`+${cutLine(lines[closest.start + index] ?? "", maxLineBytes)}`,
		);
		message.push(whyNot(closest.similarity, options));
	}
	return new ToolError(message.join("\n"));
}

function whyNot(similarity: number, { fuzzy, threshold }: MatchOptions): string {
	if (!fuzzy) return "Only exact matches count: fuzzy matching is off.";
	if (similarity < threshold) return `Closest match was below the ${percent(threshold)} similarity threshold.`;
	return "The rest is alike, but this line is another one: give it as it stands in the file.";
}

function isSame(a: string, b: string, { fuzzy }: MatchOptions): boolean {
	return fuzzy ? comparable(a) === comparable(b) : a === b;
}

/** Rounded down, so that what is below a threshold also reads so. */
export function percent(share: number): string {
	return `${Math.floor(share * 100 + 1e-9)}%`;
}
