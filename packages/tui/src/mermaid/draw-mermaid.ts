import type { Theme } from "../theme/theme.ts";
import { drawFlowchart } from "./draw-flowchart.ts";
import { drawSequence } from "./draw-sequence.ts";
import { parseFlowchart } from "./parse-flowchart.ts";

/** A flowchart or sequence diagram as rows of text; undefined when it is not understood or does not fit. */
export function drawMermaid(source: string, width: number, theme: Theme): string[] | undefined {
	const text = source
		.split("\n")
		.filter((line) => !line.trimStart().startsWith("%%"))
		.join("\n")
		.trim();
	const chart = parseFlowchart(text);
	const canvas = chart ? drawFlowchart(chart, width) : drawSequence(text, width);
	return canvas?.rows(theme);
}
