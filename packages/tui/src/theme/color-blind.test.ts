import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Color } from "./color.ts";
import { withBlueAdditions } from "./color-blind.ts";
import { contrastRatio, type Rgb255 } from "./contrast.ts";
import { builtInThemes } from "./load/builtin-themes.ts";
import { loadTheme } from "./load/load-theme.ts";
import { seenWith } from "./testing/color-vision.ts";

function rgb(color: Color): Rgb255 {
	if (color.kind !== "rgb") throw new Error("not an exact color");
	return color;
}

verifies("tui:theme:color-blind", async () => {
	for (const name of Object.keys(builtInThemes)) {
		const spec = await loadTheme(name, "/nowhere");
		const shifted = withBlueAdditions(spec);
		const { toolDiffAdded: before, toolDiffAddedBg: _band, toolDiffAddedWordBg: _word, ...rest } = spec.colors;
		const { toolDiffAdded: after, toolDiffAddedBg: band, toolDiffAddedWordBg: word, ...restAfter } = shifted.colors;
		expect(restAfter).toEqual(rest);
		if (before.kind !== "rgb" || after.kind !== "rgb") {
			expect(after).toEqual(before);
			continue;
		}
		expect(after.blue).toBeGreaterThan(Math.max(after.red, after.green));
		expect(contrastRatio(after, rgb(band))).toBeGreaterThanOrEqual(4.4);
		expect(contrastRatio(after, rgb(word))).toBeGreaterThanOrEqual(2.9);
		// As readable as before, on any background.
		const black = { red: 0, green: 0, blue: 0 };
		expect(contrastRatio(after, black) / contrastRatio(before, black)).toBeCloseTo(1, 1);
	}
});

describe("color-blind safe themes", () => {
	for (const name of ["dark-colorblind", "light-colorblind"]) {
		test(`${name}: added and removed, success, error and warning differ for every kind of color vision`, async () => {
			const { colors } = await loadTheme(name, "/nowhere");
			const [added, removed, warning] = [colors.toolDiffAdded, colors.toolDiffRemoved, colors.warning].map(rgb);
			if (!added || !removed || !warning) throw new Error("three colors expected");
			for (const vision of ["normal", "protan", "deutan", "tritan"] as const) {
				expect(seenWith(vision, added, removed)).toBeGreaterThan(50);
				expect(seenWith(vision, added, warning)).toBeGreaterThan(40);
			}
		});
	}

	test("the metric distinguishes red and green only where the eye does", () => {
		const [red, green] = [
			{ red: 200, green: 80, blue: 60 },
			{ red: 110, green: 130, blue: 60 },
		] as const;
		expect(seenWith("normal", red, green)).toBeGreaterThan(50);
		expect(seenWith("deutan", red, green)).toBeLessThan(25);
	});
});
