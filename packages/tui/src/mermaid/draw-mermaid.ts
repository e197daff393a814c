import type { Theme } from "../theme/theme.ts";
import type { Canvas } from "./canvas.ts";
import { drawFlowchart } from "./draw-flowchart.ts";
import { drawSequence } from "./draw-sequence.ts";
import { parseFlowchart } from "./parse-flowchart.ts";

/** A flowchart or sequence diagram as rows of text; undefined when it is not understood or does not fit. */
export function drawMermaid(source: string, width: number, theme: Theme): string[] | undefined {
	return mermaidCanvas(source, width)?.rows(theme);
}

/** The same as a grid that can be drawn in other ways. */
export function mermaidCanvas(source: string, width: number): Canvas | undefined {
	const text = source
		.split("\n")
		.filter((line) => !line.trimStart().startsWith("%%"))
		.join("\n")
		.trim();
	const chart = parseFlowchart(text);
	return chart ? drawFlowchart(chart, width) : drawSequence(text, width);
}
