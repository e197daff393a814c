import { presetSymbols, SPINNER_FRAMES } from "../theme/symbols.data.ts";
import type { Style, Theme } from "../theme/theme.ts";
import { TOKEN_GROUPS } from "../theme/tokens.data.ts";

/** A theme that changes nothing, so that tests compare bare text. */
export function plainTheme(): Theme {
	const plain: Style = (text) => text;
	const symbols = presetSymbols("unicode");
	const tokens = Object.fromEntries(
		Object.values(TOKEN_GROUPS)
			.flat()
			.map((token) => [token, plain]),
	);
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
		spinnerFrames: () => SPINNER_FRAMES.unicode,
	};
}
