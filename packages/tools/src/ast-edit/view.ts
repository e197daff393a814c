import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView, type ViewOptions } from "../view.ts";
import { astEditTool } from "./ast-edit.ts";

export const astEditView = defineView(astEditTool, {
	shape: "frame",
	title: ({ ops }) => titleText(`AST Edit: ${(ops ?? []).map(({ pat }) => pat ?? "").join(", ")}`),
	result(output, options) {
		if (output.state === "failed" || !output.details) return previewLines(output.text, "head", options);
		const { totalReplacements, filesTouched, displayContent } = output.details;
		const { theme } = options;
		const mark = `${theme.symbol("bracket.left")}proposed${theme.symbol("bracket.right")}`;
		const facts = `${countOf(totalReplacements, "replacement", "replacements")} · ${countOf(filesTouched, "file", "files")}`;
		const rows = replaceTabs(plainText(displayContent))
			.split("\n")
			.map((row) => colored(row, options));
		return [
			totalReplacements > 0 ? `${theme.warning(mark)} ${facts}` : facts,
			...previewLines(rows.join("\n"), "head", options),
		];
	},
});

function colored(row: string, { theme }: ViewOptions): string {
	if (row.startsWith("-")) return theme.toolDiffRemoved(row);
	return row.startsWith("+") ? theme.toolDiffAdded(row) : row;
}
