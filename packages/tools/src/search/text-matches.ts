import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { MatchedRow } from "@oh-my-pi/pi-natives/ripgrep/search";

/** The lines of a text that match, for texts that are no files. */
export function matchingLines(text: string, pattern: string, options: { ignoreCase: boolean }): Set<number> {
	const expression = compile(pattern, options.ignoreCase ? "gim" : "gm");
	const lines = new Set<number>();
	if (pattern.includes("\n") || pattern.includes("\\n")) {
		const lineOf = lineFinder(text);
		for (const { 0: match, index } of text.matchAll(expression)) {
			const last = lineOf(index + Math.max(0, match.replace(/\n$/, "").length - 1));
			for (let line = lineOf(index); line <= last; line++) lines.add(line);
		}
		return lines;
	}
	for (const [index, line] of text.split("\n").entries()) {
		expression.lastIndex = 0;
		if (expression.test(line)) lines.add(index + 1);
	}
	return lines;
}

/** The chosen lines of a text with those around them. */
export function rowsAround(
	text: string,
	chosen: ReadonlySet<number>,
	context: { before: number; after: number },
): MatchedRow[] {
	const lines = text.split("\n");
	if (lines.at(-1) === "") lines.pop();
	const shown = new Set<number>();
	for (const line of chosen) {
		for (let near = Math.max(1, line - context.before); near <= Math.min(lines.length, line + context.after); near++) {
			shown.add(near);
		}
	}
	return [...shown]
		.sort((a, b) => a - b)
		.map((lineNumber) => ({ lineNumber, text: lines[lineNumber - 1] ?? "", isMatch: chosen.has(lineNumber) }));
}

function compile(pattern: string, flags: string): RegExp {
	try {
		return new RegExp(pattern, flags);
	} catch (error) {
		throw new ToolError(`Invalid regex: ${error instanceof Error ? error.message : error}`);
	}
}

/** From an offset to its line, for offsets that only grow. */
function lineFinder(text: string): (offset: number) => number {
	const starts = [0];
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
	return (offset) => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		return low + 1;
	};
}
