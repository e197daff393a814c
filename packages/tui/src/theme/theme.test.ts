import { describe, expect, test } from "bun:test";
import { light } from "./builtin/light.data.ts";
import { titanium } from "./builtin/titanium.data.ts";
import { nearestIndex } from "./color.ts";
import { parseTheme } from "./load/parse-theme.ts";
import { switchableTheme } from "./switchable-theme.ts";
import { presetSymbols } from "./symbols.data.ts";
import { createTheme } from "./theme.ts";
import { ThemeError } from "./theme-spec.ts";
import { FIRST_TOKENS, LATER_TOKENS } from "./tokens.data.ts";

function withColors(colors: Record<string, unknown>, vars: Record<string, unknown> = {}): unknown {
	return { ...titanium, vars: { ...titanium.vars, ...vars }, colors: { ...titanium.colors, ...colors } };
}

function failure(json: unknown): { kind: string; message: string } | undefined {
	try {
		parseTheme(json);
		return undefined;
	} catch (error) {
		if (!(error instanceof ThemeError)) throw error;
		return { kind: error.kind, message: error.message };
	}
}

describe("parseTheme", () => {
	test("the built-in themes are complete", () => {
		expect([parseTheme(titanium).name, parseTheme(light).name]).toEqual(["titanium", "light"]);
	});

	test("variables may refer to variables; numbers and the terminal's default color are allowed", () => {
		const spec = parseTheme(withColors({ accent: "one", border: 33, text: "" }, { one: "two", two: "#010203" }));
		expect([spec.colors.accent, spec.colors.border, spec.colors.text]).toEqual([
			{ kind: "rgb", red: 1, green: 2, blue: 3 },
			{ kind: "indexed", index: 33 },
			{ kind: "default" },
		]);
	});

	test("missing tokens are reported together, by group", () => {
		const { accent: _accent, mdLink: _link, mdHr: _rule, thinkingMax: _max, ...rest } = titanium.colors;
		expect(failure({ ...titanium, colors: rest })).toEqual({
			kind: "missing-tokens",
			message: 'Theme "titanium" has no color for:\n  Core: accent\n  Markdown: mdLink, mdHr',
		});
	});

	test("thinkingMax defaults to thinkingXhigh", () => {
		const { thinkingMax: _max, ...rest } = titanium.colors;
		const spec = parseTheme({ ...titanium, colors: rest });
		expect(spec.colors.thinkingMax).toEqual(spec.colors.thinkingXhigh);
	});

	test("a theme that lacks a newly added token loads, with the color of the token's fallback", () => {
		const tokens = { first: FIRST_TOKENS, later: { ...LATER_TOKENS, added: "mdLink" } };
		const colors: Readonly<Record<string, unknown>> = parseTheme(titanium, "mine", tokens).colors;
		const set: typeof colors = parseTheme(withColors({ added: "#010203" }), "mine", tokens).colors;
		expect([colors.added, set.added]).toEqual([colors.mdLink, { kind: "rgb", red: 1, green: 2, blue: 3 }]);
	});

	test("no token is added to the required ones: users' themes do not have it, so it belongs to LATER_TOKENS", () => {
		expect(Object.values(FIRST_TOKENS).flat()).toHaveLength(66);
	});

	test("circular and unknown variables and bad values are reported", () => {
		expect([
			failure(withColors({ accent: "a" }, { a: "b", b: "a" })),
			failure(withColors({ accent: "nothing" })),
			failure(withColors({ accent: "#12" })),
			failure(withColors({ accent: 256 })),
			failure(withColors({ accent: null })),
			failure([]),
		]).toEqual([
			{ kind: "circular-var", message: "Circular variables: accent → a → b → a" },
			{ kind: "unknown-var", message: 'accent: there is no variable "nothing"' },
			{ kind: "bad-value", message: 'accent: "#12" is not of the form #RRGGBB' },
			{ kind: "bad-value", message: "accent: 256 is not a color from 0 to 255" },
			{ kind: "bad-value", message: 'accent: expected a color such as "#7aa2f7", 0 to 255, a variable or ""' },
			{ kind: "not-an-object", message: "A theme must be a JSON object" },
		]);
	});

	test("a token and a variable of the same name are no cycle", () => {
		expect(parseTheme(withColors({ accent: "accent" }, { accent: "#ffffff" })).colors.accent).toEqual({
			kind: "rgb",
			red: 255,
			green: 255,
			blue: 255,
		});
	});
});

describe("createTheme", () => {
	const spec = parseTheme(withColors({ accent: "#ff0000", selectedBg: "#0000ff", text: "" }));

	test("styles color text, and nested ones are restored", () => {
		const theme = createTheme(spec, { colorDepth: "truecolor" });
		expect([
			theme.accent("x"),
			theme.selectedBg(`a${theme.accent("b")}\x1b[0mc`),
			theme.text("plain"),
			theme.bold(""),
		]).toEqual([
			"\x1b[38;2;255;0;0mx\x1b[39m",
			"\x1b[48;2;0;0;255ma\x1b[38;2;255;0;0mb\x1b[39m\x1b[0m\x1b[48;2;0;0;255mc\x1b[49m",
			"plain",
			"",
		]);
		expect(theme.muted(`a${theme.accent("b")}c`)).toBe(
			`${"\x1b[38;2;154;164;178m"}a\x1b[38;2;255;0;0mb\x1b[38;2;154;164;178mc\x1b[39m`,
		);
	});

	test("with 256 colors the nearest is used", () => {
		expect(createTheme(spec, { colorDepth: "256" }).accent("x")).toBe("\x1b[38;5;196mx\x1b[39m");
		expect([
			nearestIndex(0, 0, 0),
			nearestIndex(255, 255, 255),
			nearestIndex(128, 128, 128),
			nearestIndex(95, 135, 175),
		]).toEqual([16, 231, 244, 67]);
	});

	test("symbols: the user's set, then the theme's, with the theme's own overrides", () => {
		const symbols = { preset: "ascii", overrides: { "nav.cursor": "=>", nonsense: "x" }, spinnerFrames: ["1", "2"] };
		const parsed = parseTheme({ ...titanium, symbols });
		const own = createTheme(parsed, { colorDepth: "truecolor" });
		const chosen = createTheme(parsed, { colorDepth: "truecolor", symbolPreset: "unicode" });
		expect([
			own.symbol("checkbox.on"),
			own.symbol("nav.cursor"),
			chosen.symbol("checkbox.on"),
			own.spinnerFrames("status"),
		]).toEqual(["[x]", "=>", "☑", ["1", "2"]]);
	});

	test("the ASCII set is ASCII", () => {
		expect(Object.values(presetSymbols("ascii")).filter((sign) => !/^[\x20-\x7e]+$/.test(sign))).toEqual([]);
	});

	test("no symbol depends on a variation selector, which terminals count differently", () => {
		const signs = [...Object.values(presetSymbols("unicode")), ...Object.values(presetSymbols("nerd"))];
		expect(signs.filter((sign) => /[\ufe0e\ufe0f\u200d]/.test(sign))).toEqual([]);
	});
});

test("a switchable theme behaves like the active one", () => {
	const dark = createTheme(parseTheme(titanium), { colorDepth: "truecolor" });
	const bright = createTheme(parseTheme(light), { colorDepth: "truecolor", symbolPreset: "ascii" });
	const { theme, use } = switchableTheme(dark);
	expect([theme.name, theme.accent("x"), theme.symbol("nav.cursor")]).toEqual(["titanium", dark.accent("x"), "❯"]);
	use(bright);
	expect([theme.name, theme.accent("x"), theme.symbol("nav.cursor")]).toEqual(["light", bright.accent("x"), ">"]);
});
