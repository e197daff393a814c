import { mermaidCanvas } from "./draw-mermaid.ts";

/** The widest diagram, in columns of text. */
const maxColumns = 140;
const [cellWidth, cellHeight] = [9, 18];

/**
 * A flowchart or sequence diagram as SVG, drawn on the same grid as in a terminal; undefined when it is not understood. All of its
 * markup is made here: labels are escaped text, and there are no links, scripts or styles of the source.
 */
export function mermaidSvg(source: string): string | undefined {
	const canvas = mermaidCanvas(source, maxColumns);
	if (!canvas) return undefined;
	const { strokes, texts, columns, rows } = canvas.shapes();
	const [width, height] = [columns * cellWidth, rows * cellHeight];
	const at = (half: number, size: number) => (half * size) / 2;
	const lines = strokes.map(({ x1, y1, x2, y2, isDashed }) => {
		const place = `x1="${at(x1, cellWidth)}" y1="${at(y1, cellHeight)}" x2="${at(x2, cellWidth)}" y2="${at(y2, cellHeight)}"`;
		return `<line ${place}${isDashed ? ' stroke-dasharray="4 3"' : ""}/>`;
	});
	const labels = texts.map(({ x, y, text, columns: taken }) => {
		const place = `x="${(x + taken / 2) * cellWidth}" y="${(y + 0.72) * cellHeight}"`;
		return `<text ${place}>${escaped(text)}</text>`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
		`<g stroke="currentColor" fill="none">${lines.join("")}</g>`,
		`<g fill="currentColor" text-anchor="middle" font-family="ui-monospace, monospace" font-size="14">${labels.join("")}</g>`,
		"</svg>",
	].join("");
}

function escaped(text: string): string {
	return text
		.replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
		.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
