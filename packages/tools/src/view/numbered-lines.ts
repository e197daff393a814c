import { codeLines } from "./code-lines.ts";
import { hangingRows } from "./hanging-rows.ts";
import type { ViewOptions } from "./view.ts";

/** Lines with their numbers in a column; a line without one stands for lines left out. */
export function numberedLines(
	lines: readonly string[],
	lineNumbers: ReadonlyArray<number | null>,
	language: string,
	options: ViewOptions,
): string[] {
	const { theme } = options;
	const width = String(lineNumbers.findLast((number) => number !== null) ?? "").length;
	const bar = theme.symbol("boxSharp.vertical");
	return codeLines(lines, language, options).flatMap((line, index) =>
		hangingRows(`${String(lineNumbers[index] ?? "").padStart(width)}${bar}`, line, {
			width: options.width,
			style: theme.dim,
		}),
	);
}
