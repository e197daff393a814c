import { paletteTheme } from "../palette-theme.ts";

/** Dark: only the terminal's own sixteen colors. */
export const darkTerminal = paletteTheme("dark-terminal", {
	page: "",
	panel: "",
	panelAccent: "",
	panelGood: "",
	panelBad: "",
	selection: 4,
	line: 8,
	dim: 8,
	muted: 7,
	soft: 7,
	text: "",
	accent: 14,
	accentDeep: 6,
	link: 12,
	good: 10,
	bad: 9,
	warn: 11,
	keyword: 13,
	special: 5,
});
