import { expect, test } from "bun:test";
import { overlayHeight, overlayWidth, placeOverlay } from "./overlay-layout.ts";

test("sizes: numbers, percentages, margins, and never more than the screen", () => {
	expect([
		overlayWidth({}, 100),
		overlayWidth({}, 40),
		overlayWidth({ width: "50%" }, 100),
		overlayWidth({ width: 60, margin: 2 }, 50),
		overlayHeight({}, 30, 20),
		overlayHeight({ maxHeight: "50%" }, 30, 20),
		overlayHeight({ margin: 3 }, 30, 20),
		overlayHeight({ margin: 3 }, 2, 1),
	]).toEqual([80, 40, 50, 46, 20, 10, 14, 1]);
});

test("anchors", () => {
	const size = { width: 4, height: 2 };
	const area = { columns: 10, rows: 8 };
	const places = (
		["center", "top-left", "top-right", "bottom-center", "right-center", "left-center", "bottom-right"] as const
	).map((anchor) => {
		const { row, column } = placeOverlay({ anchor, margin: 1 }, size, area);
		return [row, column];
	});
	expect(places).toEqual([
		[3, 3],
		[1, 1],
		[1, 5],
		[5, 3],
		[3, 5],
		[3, 1],
		[5, 5],
	]);
});
