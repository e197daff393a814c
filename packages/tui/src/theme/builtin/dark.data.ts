import { paletteTheme } from "../palette-theme.ts";

/** Dark: neutral grays, a warm accent. */
export const dark = paletteTheme("dark", {
	page: "#1a1a1a",
	panel: "#272727",
	panelAccent: "#33302a",
	panelGood: "#2e302c",
	panelBad: "#362d2d",
	selection: "#3a3224",
	line: "#4b4b4b",
	dim: "#767676",
	muted: "#9c9c9c",
	soft: "#c1c1c1",
	text: "#e6e6e6",
	accent: "#d8a657",
	accentDeep: "#a98348",
	link: "#7fb8c4",
	good: "#9cbf7a",
	bad: "#e17a6f",
	warn: "#e3c078",
	keyword: "#c49fd1",
	special: "#e39bb5",
});
