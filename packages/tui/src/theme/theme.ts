import type { ColorDepth } from "../terminal/capabilities.ts";
import { colorSequence } from "./color.ts";
import { presetSymbols, SPINNER_FRAMES, type SymbolKey, type SymbolPreset } from "./symbols.data.ts";
import type { ThemeSpec } from "./theme-spec.ts";
import { type ColorToken, colorTokens, isBackground } from "./tokens.data.ts";

/** Applies a style to text. Styles can be nested. */
export type Style = (text: string) => string;

export interface ThemeExtras {
	readonly name: string;
	readonly bold: Style;
	readonly faint: Style;
	readonly italic: Style;
	readonly underline: Style;
	readonly strikethrough: Style;
	readonly inverse: Style;
	symbol(key: SymbolKey): string;
	/** Frames of a spinner: `status` for the loader, `activity` for running blocks. */
	spinnerFrames(kind: "status" | "activity"): readonly string[];
}

/** A style per color token, such as `theme.muted("text")`, and the symbols. */
export type Theme = ThemeExtras & { readonly [Token in ColorToken]: Style };

export interface ThemeOptions {
	readonly colorDepth: ColorDepth;
	/** The user's choice; overrides the theme's. */
	readonly symbolPreset?: SymbolPreset;
}

export function createTheme(spec: ThemeSpec, options: ThemeOptions): Theme {
	const preset = options.symbolPreset ?? spec.symbols.preset ?? "unicode";
	const symbols = { ...presetSymbols(preset), ...spec.symbols.overrides };
	const frames = { status: spec.symbols.statusFrames, activity: spec.symbols.activityFrames };
	const extras: ThemeExtras = {
		name: spec.name,
		bold: sgrStyle("\x1b[1m", "\x1b[22m"),
		faint: sgrStyle("\x1b[2m", "\x1b[22m"),
		italic: sgrStyle("\x1b[3m", "\x1b[23m"),
		underline: sgrStyle("\x1b[4m", "\x1b[24m"),
		strikethrough: sgrStyle("\x1b[9m", "\x1b[29m"),
		inverse: sgrStyle("\x1b[7m", "\x1b[27m"),
		symbol: (key) => symbols[key],
		spinnerFrames: (kind) => frames[kind] ?? SPINNER_FRAMES[preset],
	};
	const styles = Object.fromEntries(
		colorTokens.map((token) => [token, tokenStyle(token, spec, options.colorDepth)]),
	) as Record<ColorToken, Style>;
	return { ...styles, ...extras };
}

function tokenStyle(token: ColorToken, spec: ThemeSpec, depth: ColorDepth): Style {
	const layer = isBackground(token) ? "background" : "foreground";
	const open = colorSequence(spec.colors[token], layer, depth);
	if (open === "") return (text) => text;
	// Another color replaces one, so the color of a nested style needs no end.
	return sgrStyle(open, layer === "background" ? "\x1b[49m" : "\x1b[39m", open);
}

const RESET = "\x1b[0m";

/** A nested style of the same kind that ends, or a reset, must not end this one: it begins again with `reopen`. */
function sgrStyle(open: string, close: string, reopen = close + open): Style {
	return (text) => {
		if (text === "") return "";
		if (!text.includes("\x1b[")) return open + text + close;
		const inner = text.includes(close) ? text.replaceAll(close, reopen) : text;
		return open + (inner.includes(RESET) ? inner.replaceAll(RESET, RESET + open) : inner) + close;
	};
}
