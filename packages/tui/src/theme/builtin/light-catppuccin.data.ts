import { paletteTheme } from "../palette-theme.ts";

/** Light: the pastels of Catppuccin Latte, darkened for readability. */
export const lightCatppuccin = paletteTheme("light-catppuccin", {
	page: "#eff1f5",
	panel: "#e3e5e9",
	panelAccent: "#d5dcea",
	panelGood: "#d9e1de",
	panelBad: "#e2d4db",
	selection: "#cedbf5",
	line: "#c7cad2",
	dim: "#7c8093",
	muted: "#5a5d6f",
	soft: "#5a5d6f",
	text: "#3b3e54",
	accent: "#0a51de",
	accentDeep: "#4379e4",
	link: "#116c71",
	good: "#2d701e",
	bad: "#bb0d33",
	warn: "#885712",
	keyword: "#7f2bee",
	special: "#ba1c90",
});
