import { describe, expect, test } from "bun:test";
import { type Color, parseHexColor } from "../color.ts";
import { contrastRatio, type Rgb255 } from "../contrast.ts";
import { readableOn } from "../testing/readable-on.data.ts";
import type { ThemeSpec } from "../theme-spec.ts";
import { type ColorToken, colorTokens } from "../tokens.data.ts";
import { appearanceOfBuiltIn, builtInThemes, defaultThemes } from "./builtin-themes.ts";
import { loadTheme } from "./load-theme.ts";

const specs = await Promise.all(Object.keys(builtInThemes).map((name) => loadTheme(name, "/nowhere")));
/** Uses the terminal's own colors, whose contrast is unknown. */
const measured = specs.filter(({ name }) => name !== "dark-terminal");
const highContrast = ["onyx", "alabaster"];

function rgb(color: Color | undefined): Rgb255 {
	if (color?.kind !== "rgb") throw new Error("not an exact color");
	return color;
}

function background(spec: ThemeSpec, on: ColorToken | "page"): Rgb255 {
	return rgb(on === "page" ? parseHexColor(spec.exportColors.pageBg ?? "") : spec.colors[on]);
}

function tooFaint(spec: ThemeSpec, pairs: typeof readableOn.main, least: number): string[] {
	return pairs.flatMap(([tokens, backgrounds]) =>
		tokens.flatMap((token) =>
			backgrounds.flatMap((on) => {
				const ratio = contrastRatio(rgb(spec.colors[token]), background(spec, on));
				return ratio < least ? [`${token} on ${on}: ${ratio.toFixed(2)}`] : [];
			}),
		),
	);
}

describe("built-in themes", () => {
	test("each has a unique name, and each slot's default matches its kind", () => {
		expect(specs.map(({ name }) => name)).toEqual(Object.keys(builtInThemes));
		expect(specs.length).toBeGreaterThanOrEqual(22);
		expect([appearanceOfBuiltIn(defaultThemes.dark), appearanceOfBuiltIn(defaultThemes.light)]).toEqual([
			"dark",
			"light",
		]);
		expect(appearanceOfBuiltIn("no-such-theme")).toBeUndefined();
	});

	test("each matches the kind of terminal it is listed for", () => {
		const wrong = measured.filter((spec) => {
			const isLight = contrastRatio(background(spec, "page"), { red: 0, green: 0, blue: 0 }) > 10;
			return appearanceOfBuiltIn(spec.name) !== (isLight ? "light" : "dark");
		});
		expect(wrong.map(({ name }) => name)).toEqual([]);
	});

	for (const spec of measured) {
		test(`${spec.name}: text has enough contrast to its background`, () => {
			const least = highContrast.includes(spec.name) ? 7 : 4.5;
			expect({
				main: tooFaint(spec, readableOn.main, least),
				secondary: tooFaint(spec, readableOn.secondary, highContrast.includes(spec.name) ? 4.5 : 3),
			}).toEqual({ main: [], secondary: [] });
		});
	}

	test("dark-terminal uses only the terminal's sixteen colors", async () => {
		const { colors } = await loadTheme("dark-terminal", "/nowhere");
		const others = Object.entries(colors).filter(
			([, color]) => color.kind === "rgb" || (color.kind === "indexed" && color.index > 15),
		);
		expect(others).toEqual([]);
	});
});

test("the documentation lists every theme and every token", async () => {
	const document = await Bun.file(`${import.meta.dir}/../../../../../docs/appearance.md`).text();
	const words = new Set(document.match(/[\w-]+/g));
	expect([...Object.keys(builtInThemes), ...colorTokens].filter((word) => !words.has(word))).toEqual([]);
});
