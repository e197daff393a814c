import type { ViewOptions } from "./view.ts";

const collapsedLines = 10;

/** The lines of a text, or when it is folded only some of them: the end of a command's output, the beginning of a file. */
export function previewLines(text: string, keep: "head" | "tail", options: ViewOptions): string[] {
	const lines = text.replace(/\n+$/, "").split("\n");
	if (lines.length === 1 && lines[0] === "") return [];
	if (options.expanded || lines.length <= collapsedLines) return lines;
	const hidden = lines.length - collapsedLines;
	const { theme } = options;
	const fold = theme.symbol("text.ellipsis");
	if (keep === "head") {
		return [...lines.slice(0, collapsedLines), theme.muted(`${fold} ${hidden} more lines (ctrl+o to expand)`)];
	}
	const note = `${fold} (${hidden} earlier lines, showing ${collapsedLines} of ${lines.length}) (ctrl+o to expand)`;
	return [theme.muted(note), ...lines.slice(-collapsedLines)];
}
