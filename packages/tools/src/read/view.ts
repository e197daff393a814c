import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { titleText } from "../title-view.ts";
import { defineView } from "../view.ts";
import { readTool } from "./read.ts";

export const readView = defineView(readTool, {
	shape: "inline",
	title: (params) => titleText(`Read ${params.path ?? ""}`),
	result(output, options) {
		// What was read is for the model; a person sees it on request, and errors always.
		if (!options.expanded && output.state !== "failed") return [];
		const shown = output.details?.displayContent;
		const text = shown ? numbered(shown.text, shown.lineNumbers) : output.text;
		return previewLines(replaceTabs(plainText(text)), "head", options);
	},
});

/** Anchors are for edits; a person wants numbers in a column. */
function numbered(text: string, lineNumbers: ReadonlyArray<number | null>): string {
	const width = String(lineNumbers.findLast((number) => number !== null) ?? "").length;
	return text
		.split("\n")
		.map((line, index) => `${String(lineNumbers[index] ?? "").padStart(width)} ${line}`)
		.join("\n");
}
