import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { defineView } from "../view.ts";
import { astGrepTool } from "./ast-grep.ts";

export const astGrepView = defineView(astGrepTool, {
	shape: "inline",
	title: ({ pat = "", path }, { theme }) =>
		`${theme.symbol("icon.search")} AST Grep: ${pat}${path ? ` in ${path}` : ""}`,
	result(output, options) {
		if (output.state === "failed" || !output.details) return previewLines(output.text, "head", options);
		const { matchCount, fileCount, displayContent } = output.details;
		const found = `${count(matchCount, "match", "matches")} · ${count(fileCount, "file", "files")}`;
		const rows = previewLines(replaceTabs(plainText(displayContent)), "head", options);
		return [options.theme.muted(found), ...rows];
	},
});

function count(number: number, one: string, many: string): string {
	return `${number} ${number === 1 ? one : many}`;
}
