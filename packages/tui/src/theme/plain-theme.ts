import { presetSymbols, SPINNER_FRAMES, type SymbolPreset } from "./symbols.data.ts";
import type { Style, Theme } from "./theme.ts";
import { colorTokens } from "./tokens.data.ts";

/** A theme without colors or styles. */
export function plainTheme(preset: SymbolPreset = "unicode"): Theme {
	const plain: Style = (text) => text;
	const symbols = presetSymbols(preset);
	const tokens = Object.fromEntries(colorTokens.map((token) => [token, plain]));
	return {
		...(tokens as unknown as Theme),
		name: "plain",
		bold: plain,
		faint: plain,
		italic: plain,
		underline: plain,
		strikethrough: plain,
		inverse: plain,
		symbol: (key) => symbols[key],
		spinnerFrames: () => SPINNER_FRAMES[preset],
	};
}
