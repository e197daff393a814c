import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { diagnosticLines } from "../files/mutate/write-through.ts";
import { guessLanguage } from "../view/code-lines.ts";
import { foldNote } from "../view/fold-note.ts";
import { numberedLines } from "../view/numbered-lines.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { defineView, type ViewOptions } from "../view/view.ts";
import { executableNotice } from "./contract/details.ts";
import type { writeTool } from "./write.ts";

const collapsedLines = 6;

export const writeView = defineView<typeof writeTool>({
	shape: "frame",
	icon: (_params, theme) => theme.symbol("icon.edit"),
	title({ path = "", content = "" }, { theme, streaming }) {
		const count = countOf(lineCount(content), "line", "lines");
		const more = streaming ? ` ${theme.symbol("text.ellipsis")} (streaming)` : "";
		return titleText(`Write: ${path} ${theme.symbol("text.dot")} ${count}${more}`);
	},
	call: ({ path = "", content = "" }, options) =>
		options.streaming && !options.expanded ? lastLines(path, content, options) : contentLines(path, content, options),
	changes: ({ details }, { path = "", content = "" }) => [
		{ path: details?.resolvedPath ?? path, added: lineCount(content), removed: 0 },
	],
	result(output, options) {
		if (output.state === "failed") return previewLines(output.text, "head", options);
		const { madeExecutable, notes = [], diagnostics } = output.details ?? {};
		const diagnosticRows = diagnostics ? diagnosticLines(diagnostics) : [];
		return [...(madeExecutable ? [executableNotice] : []), ...notes, ...diagnosticRows].map((line) =>
			options.theme.muted(plainText(line)),
		);
	},
});

/** What arrives is at the end, and nothing before it is looked at again. */
function lastLines(path: string, content: string, options: ViewOptions): string[] {
	const text = content.replace(/\n$/, "");
	let start = text.length + 1;
	for (let count = 0; count < collapsedLines && start > 0; count++) {
		start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
	}
	const first = lineCount(text.slice(0, start)) + 1;
	const lines = text === "" ? [] : text.slice(start).split("\n");
	const numbers = lines.map((_line, index) => first + index);
	return numberedLines(lines, numbers, guessLanguage(path), options);
}

function lineCount(content: string): number {
	let count = content === "" || content.endsWith("\n") ? 0 : 1;
	for (let at = content.indexOf("\n"); at !== -1; at = content.indexOf("\n", at + 1)) count++;
	return count;
}

/** A file's lines with numbers; folded the first of them. */
function contentLines(path: string, content: string, options: ViewOptions): string[] {
	const lines = content === "" ? [] : content.replace(/\n$/, "").split("\n");
	const shown = options.expanded ? lines : lines.slice(0, collapsedLines);
	const numbers = shown.map((_line, index) => index + 1);
	const rows = numberedLines(shown, numbers, guessLanguage(path), options);
	const hidden = lines.length - shown.length;
	return hidden > 0 ? [...rows, foldNote(countOf(hidden, "more line", "more lines"), options)] : rows;
}
