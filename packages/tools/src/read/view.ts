import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { guessLanguage } from "../view/code-lines.ts";
import { numberedLines } from "../view/numbered-lines.ts";
import { foldLines, previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView, type ViewedOutput, type ViewOptions } from "../view/view.ts";
import type { ReadDetails } from "./contract/details.ts";
import type { readTool } from "./read.ts";

export const readView = defineView<typeof readTool>({
	shape: "inline",
	title: (params) => titleText(`Read ${params.path ?? ""}`),
	result(output, options, { path = "" }) {
		// What was read is for the model; a person sees it on request, and errors always.
		if (!options.expanded && output.state !== "failed") return [];
		return readLines(output, options, path);
	},
});

/** The lines that were read, with their numbers. */
export function readLines(output: ViewedOutput, options: ViewOptions, path: string): string[] {
	const shown = (output.details as ReadDetails | undefined)?.displayContent;
	if (!shown) return previewLines(replaceTabs(plainText(output.text)), "head", options);
	const lines = plainText(shown.text).split("\n");
	return foldLines(numberedLines(lines, shown.lineNumbers, guessLanguage(path), options), "head", options);
}
