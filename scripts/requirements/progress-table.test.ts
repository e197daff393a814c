import { expect, test } from "bun:test";
import type { Area } from "../../test/requirements.ts";
import { countProgress, plannedList, progressTable, progressTotals } from "./progress-table.ts";

const areas: readonly Area[] = [
	{
		area: "kitchen",
		spec: "kitchen.md",
		requirements: [
			{ id: "kitchen:toast:golden", behavior: "Toast is golden" },
			{ id: "kitchen:tea:hot", behavior: "Tea is hot", status: "planned" },
		],
	},
	{
		area: "herb-garden",
		spec: "herb-garden.md",
		requirements: [{ id: "herb-garden:basil:green", behavior: "Basil is green", status: "planned" }],
	},
	{ area: "attic", spec: "attic.md", requirements: [{ id: "attic:dust:none", behavior: "There is no dust" }] },
];
const rows = countProgress(areas, new Set(["kitchen:toast:golden", "attic:dust:none"]));

test("progress counts verified and planned requirements per area and in total", () => {
	expect([...rows, progressTotals(rows)]).toEqual([
		{ area: "kitchen", verified: 1, planned: 1, total: 2 },
		{ area: "herb-garden", verified: 0, planned: 1, total: 1 },
		{ area: "attic", verified: 1, planned: 0, total: 1 },
		{ area: "total", verified: 2, planned: 2, total: 4 },
	]);
});

test("the progress table lines up and ends in the totals", () => {
	expect(progressTable(rows)).toBe(
		[
			"area         verified  planned  total",
			"-----------  --------  -------  -----",
			"kitchen             1        1      2",
			"herb-garden         0        1      1",
			"attic               1        0      1",
			"-----------  --------  -------  -----",
			"total               2        2      4",
		].join("\n"),
	);
});

test("the planned list holds only planned lines, of all areas or of one", () => {
	const kitchen = "kitchen (1 planned)\n  kitchen:tea:hot\n      Tea is hot";
	const garden = "herb-garden (1 planned)\n  herb-garden:basil:green\n      Basil is green";
	expect(plannedList(areas)).toBe(`${kitchen}\n\n${garden}`);
	expect(plannedList(areas, "herb-garden")).toBe(garden);
});
