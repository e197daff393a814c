import type { Component } from "../../component.ts";
import { fitToWidth } from "../../text/pad.ts";
import { sliceWithWidth } from "../../text/slice.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { takeCaret } from "./caret.ts";
import { type OverlayOptions, type OverlayPlace, overlayHeight, overlayWidth, placeOverlay } from "./overlay-layout.ts";
import type { Caret } from "./paint.ts";

export interface Overlay {
	readonly component: Component;
	readonly options: OverlayOptions;
}

export interface Composited {
	readonly rows: readonly string[];
	readonly caret: Caret | undefined;
	/** The first covered row; the number of rows if none is. */
	readonly firstCovered: number;
}

export interface Area {
	readonly columns: number;
	readonly height: number;
}

export function visibleOverlays(overlays: readonly Overlay[], area: Area): readonly Overlay[] {
	return overlays.filter(({ options }) => options.visible?.(area.columns, area.height) ?? true);
}

/** Draws overlays over the window, the last one on top. The window grows if it has too few rows. */
export function compositeOverlays(
	window: readonly string[],
	caret: Caret | undefined,
	overlays: readonly Overlay[],
	area: Area,
): Composited {
	let result: Composited = { rows: window, caret, firstCovered: window.length };
	for (const overlay of overlays) result = lay(overlay, result, area);
	return result;
}

function lay({ component, options }: Overlay, below: Composited, area: Area): Composited {
	const width = overlayWidth(options, area.columns);
	const drawn = takeCaret(component.render(width));
	const height = overlayHeight(options, drawn.rows.length, area.height);
	const needed = Math.min(area.height, height + 2 * (options.margin ?? 0));
	const base = [...below.rows, ...Array<string>(Math.max(0, needed - below.rows.length)).fill("")];
	const place = placeOverlay(options, { width, height }, { columns: area.columns, rows: base.length });
	for (let index = 0; index < height; index++) {
		const row = place.row + index;
		base[row] = layRow(base[row] ?? "", drawn.rows[index] ?? "", place, area.columns);
	}
	const caret = drawn.caret && drawn.caret.row < height ? shift(drawn.caret, place) : undefined;
	return {
		rows: base,
		caret: caret ?? below.caret,
		firstCovered: Math.min(below.firstCovered, place.row, base.length),
	};
}

function layRow(under: string, over: string, place: OverlayPlace, columns: number): string {
	const end = place.column + place.width;
	const left = fitToWidth(under, place.column);
	const right = restFrom(under, end, columns);
	return `${left}\x1b[0m${fitToWidth(over, place.width)}\x1b[0m${right}`;
}

/** The text right of a column. A wide character cut by the edge becomes a space. */
function restFrom(text: string, start: number, columns: number): string {
	const width = Math.min(columns, visibleWidth(text));
	if (width <= start) return "";
	const rest = sliceWithWidth(text, start, width);
	return " ".repeat(width - start - rest.width) + rest.text;
}

function shift(caret: Caret, place: OverlayPlace): Caret {
	return { row: caret.row + place.row, column: caret.column + place.column };
}
