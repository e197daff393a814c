import type { BlockLines } from "./block.ts";

export function isMarkdown(path: string): boolean {
	return /\.(?:md|mdx|markdown)$/i.test(path);
}

/** A heading with all below it, up to the next one of its level or above; `undefined` when the line is no heading. */
export function findMarkdownSection(text: string, line: number): BlockLines | undefined {
	const lines = text.split("\n");
	const headings = headingLevels(lines);
	const level = headings.get(line);
	if (!level) return undefined;
	const next = [...headings].find(([other, otherLevel]) => other > line && otherLevel <= level);
	const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
	return { start: line, end: next ? next[0] - 1 : last };
}

/** By line number. What stands in fences is code, whatever it looks like. */
function headingLevels(lines: readonly string[]): Map<number, number> {
	const levels = new Map<number, number>();
	let fence: string | undefined;
	for (const [index, line] of lines.entries()) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
		if (fence) {
			if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
			continue;
		}
		if (mark) fence = mark;
		const heading = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1];
		if (heading) levels.set(index + 1, heading.length);
	}
	return levels;
}
