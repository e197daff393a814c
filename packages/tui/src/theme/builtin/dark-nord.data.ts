import { paletteTheme } from "../palette-theme.ts";

/** Dark: the polar blues of Nord. */
export const darkNord = paletteTheme("dark-nord", {
	page: "#2e3440",
	panel: "#272c36",
	panelAccent: "#2e3641",
	panelGood: "#2e353b",
	panelBad: "#33303a",
	selection: "#3d4c58",
	line: "#5c616b",
	dim: "#7f899a",
	muted: "#b1bac8",
	soft: "#cacdd4",
	text: "#eceff4",
	accent: "#8cc2d2",
	accentDeep: "#759fae",
	link: "#8fbcbb",
	good: "#a3be8c",
	bad: "#d08a91",
	warn: "#ebcb8b",
	keyword: "#81a1c1",
	special: "#b692b0",
});
