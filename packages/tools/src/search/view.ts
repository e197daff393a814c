import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView, type ViewOptions } from "../view.ts";
import { searchTool } from "./search.ts";

export const searchView = defineView(searchTool, {
	shape: "inline",
	title: ({ pattern = "", path }, { theme }) =>
		titleText(`${theme.symbol("icon.search")} Search: ${pattern}${path ? ` · in ${path}` : ""}`),
	result(output, options) {
		if (output.state === "failed" || !output.details)
			return previewLines(replaceTabs(plainText(output.text)), "head", options);
		const { matchCount, fileCount, displayContent } = output.details;
		const found = `${countOf(matchCount, "match", "matches")} · ${countOf(fileCount, "file", "files")}`;
		if (matchCount === 0) return [options.theme.muted("no matches")];
		const rows = previewLines(replaceTabs(plainText(displayContent)), "head", options);
		return [options.theme.muted(found), ...rows.map((row) => viewRow(row, options))];
	},
});

/** What the model sees as `*18|text`, with a bar and the matches brought out. */
function viewRow(row: string, { theme }: ViewOptions): string {
	const [, mark, number, text] = /^([* ])(\d+)\|(.*)$/.exec(row) ?? [];
	if (number === undefined) return row;
	const line = `${mark}${number}${theme.symbol("boxSharp.vertical")}${text}`;
	return mark === "*" ? line : theme.muted(line);
}
