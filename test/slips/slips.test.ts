import { expect, test } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { editSlips } from "./edit-slips.data.ts";
import { formSlips } from "./form-slips.data.ts";
import { hashlineSlips } from "./hashline-slips.data.ts";
import { runSlip } from "./run-slip.ts";
import type { Slip } from "./slip.ts";
import { toolSlips } from "./tool-slips.data.ts";

const slips: readonly Slip[] = [...toolSlips, ...hashlineSlips, ...editSlips, ...formSlips];

test("slips: there are enough of them, in all ways to edit, none twice", () => {
	expect(slips.length).toBeGreaterThanOrEqual(120);
	const modes = new Set(slips.map(({ mode = "hashline" }) => mode));
	expect([...modes].sort()).toEqual(["apply_patch", "hashline", "patch", "replace"]);
	expect(new Set(slips.map((slip) => JSON.stringify(slip))).size).toBe(slips.length);
});

for (const slip of slips) {
	// Cells of Python.
	const define = slip.tool === "eval" ? requires("python3") : test;
	define(`slips: ${nameOf(slip)}`, () => checkSlip(slip));
}

async function checkSlip(slip: Slip): Promise<void> {
	const { says = [], fails = [], after = {} } = slip;
	const result = await runSlip(slip);
	const parts = [...says, ...fails];
	expect(parts.length).toBeGreaterThan(0);
	expect({
		...result,
		text: parts.filter((part) => !result.text.includes(part)).length === 0 ? "" : result.text,
	}).toEqual({
		text: "",
		isError: fails.length > 0,
		after,
	});
}

function nameOf({ tool, args, mode = "hashline" }: Slip): string {
	return `${tool} (${mode}) ${JSON.stringify(args).slice(0, 90)}`;
}
