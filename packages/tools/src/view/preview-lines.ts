import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { foldNote } from "./fold-note.ts";
import { countOf } from "./title-text.ts";
import type { ViewOptions } from "./view.ts";

export const collapsedLines = 10;
/** A folded line may take this many rows; the rest of it says nothing to a person. */
const collapsedRowsPerLine = 3;
/** Longer lines are data, not text; showing one in full would bury everything else. */
const maxLineChars = 10_000;

/** The lines of a text, or when it is folded only some of them: the end of a command's output, the beginning of a file. */
export function previewLines(
	text: string,
	keep: "head" | "tail",
	options: ViewOptions,
	limit: number = collapsedLines,
): string[] {
	const lines = text.replace(/\n+$/, "").split("\n");
	if (lines.length === 1 && lines[0] === "") return [];
	return foldLines(lines, keep, options, limit);
}

/** The same for lines that are drawn already. */
export function foldLines(
	lines: readonly string[],
	keep: "head" | "tail",
	options: ViewOptions,
	limit: number = collapsedLines,
): string[] {
	if (options.expanded) return lines.map((line) => cutLine(line, options));
	const cut = (line: string) =>
		truncateToWidth(line, options.width * collapsedRowsPerLine, options.theme.symbol("text.ellipsis"));
	if (lines.length <= limit) return lines.map(cut);
	const hidden = lines.length - limit;
	if (keep === "head")
		return [...lines.slice(0, limit).map(cut), foldNote(countOf(hidden, "more line", "more lines"), options)];
	return [foldNote(countOf(hidden, "earlier line", "earlier lines"), options), ...lines.slice(-limit).map(cut)];
}

function cutLine(line: string, { theme }: ViewOptions): string {
	if (line.length <= maxLineChars) return line;
	const rest = theme.muted(` ${theme.symbol("text.ellipsis")} ${line.length - maxLineChars} more characters`);
	return truncateToWidth(line, maxLineChars, "") + rest;
}
