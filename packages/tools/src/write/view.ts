import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView, type ViewOptions } from "../view.ts";
import { writeTool } from "./write.ts";

const collapsedLines = 6;

export const writeView = defineView(writeTool, {
	shape: "frame",
	title({ path = "", content = "" }, { theme }) {
		const count = linesOf(content).length;
		return titleText(`${theme.symbol("icon.edit")} Write: ${path} · ${countOf(count, "line", "lines")}`);
	},
	call: ({ content = "" }, options) => numbered(linesOf(content), options),
	result(output, options) {
		if (output.state === "failed") return previewLines(output.text, "head", options);
		const notes = output.text.split("\n").filter((line) => /^(?:Note:|\[Notice:|LSP Diagnostics)/.test(line));
		const { diagnostics } = output.details ?? {};
		return [...notes, ...(diagnostics?.messages ?? [])].map((line) => options.theme.muted(plainText(line)));
	},
});

function linesOf(content: string): string[] {
	return content === "" ? [] : content.replace(/\n$/, "").split("\n");
}

function numbered(lines: readonly string[], { theme, expanded }: ViewOptions): string[] {
	const shown = expanded ? lines : lines.slice(0, collapsedLines);
	const width = String(shown.length).length;
	const rows = shown.map(
		(line, index) => `${theme.muted(`${String(index + 1).padStart(width)}│`)}${replaceTabs(line)}`,
	);
	const hidden = lines.length - shown.length;
	if (hidden === 0) return rows;
	return [...rows, theme.muted(`${theme.symbol("text.ellipsis")} ${hidden} more lines (ctrl+o to expand)`)];
}
