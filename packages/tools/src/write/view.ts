import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView, type ViewOptions } from "../view.ts";
import { writeTool } from "./write.ts";

const collapsedLines = 6;

export const writeView = defineView(writeTool, {
	shape: "frame",
	title({ path = "", content = "" }, { theme, streaming }) {
		const count = countOf(lineCount(content), "line", "lines");
		const more = streaming ? ` ${theme.symbol("text.ellipsis")} (streaming)` : "";
		return titleText(`${theme.symbol("icon.edit")} Write: ${path} · ${count}${more}`);
	},
	call: ({ content = "" }, options) =>
		options.streaming && !options.expanded ? lastLines(content, options) : numbered(linesOf(content), options),
	result(output, options) {
		if (output.state === "failed") return previewLines(output.text, "head", options);
		const notes = output.text.split("\n").filter((line) => /^(?:Note:|\[Notice:|LSP Diagnostics)/.test(line));
		const { diagnostics } = output.details ?? {};
		return [...notes, ...(diagnostics?.messages ?? [])].map((line) => options.theme.muted(plainText(line)));
	},
});

/** What arrives is at the end, and nothing before it is looked at again. */
function lastLines(content: string, { theme }: ViewOptions): string[] {
	const text = content.replace(/\n$/, "");
	let start = text.length + 1;
	for (let count = 0; count < collapsedLines && start > 0; count++) {
		start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
	}
	const first = lineCount(text.slice(0, start)) + 1;
	const lines = text === "" ? [] : text.slice(start).split("\n");
	const width = String(first + lines.length).length;
	return lines.map((line, index) => numberedLine(line, first + index, width, theme));
}

function numberedLine(line: string, number: number, width: number, theme: Theme): string {
	return `${theme.muted(`${String(number).padStart(width)}│`)}${replaceTabs(line)}`;
}

function lineCount(content: string): number {
	let count = content === "" || content.endsWith("\n") ? 0 : 1;
	for (let at = content.indexOf("\n"); at !== -1; at = content.indexOf("\n", at + 1)) count++;
	return count;
}

function linesOf(content: string): string[] {
	return content === "" ? [] : content.replace(/\n$/, "").split("\n");
}

function numbered(lines: readonly string[], { theme, expanded }: ViewOptions): string[] {
	const shown = expanded ? lines : lines.slice(0, collapsedLines);
	const width = String(shown.length).length;
	const rows = shown.map((line, index) => numberedLine(line, index + 1, width, theme));
	const hidden = lines.length - shown.length;
	if (hidden === 0) return rows;
	return [...rows, theme.muted(`${theme.symbol("text.ellipsis")} ${hidden} more lines (ctrl+o to expand)`)];
}
