import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView } from "../view.ts";
import { astGrepTool } from "./ast-grep.ts";

export const astGrepView = defineView(astGrepTool, {
	shape: "inline",
	title: ({ pat = "", path }, { theme }) =>
		titleText(`${theme.symbol("icon.search")} AST Grep: ${pat}${path ? ` in ${path}` : ""}`),
	result(output, options) {
		if (output.state === "failed" || !output.details) return previewLines(output.text, "head", options);
		const { matchCount, fileCount, displayContent } = output.details;
		const found = `${countOf(matchCount, "match", "matches")} · ${countOf(fileCount, "file", "files")}`;
		const rows = previewLines(replaceTabs(plainText(displayContent)), "head", options);
		return [options.theme.muted(found), ...rows];
	},
});
