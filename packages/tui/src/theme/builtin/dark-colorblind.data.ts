import { paletteTheme } from "../palette-theme.ts";

/** Dark: blue against orange, distinguishable with every kind of color vision. */
export const darkColorblind = paletteTheme("dark-colorblind", {
	page: "#14171c",
	panel: "#212428",
	panelAccent: "#2c2f35",
	panelGood: "#15263a",
	panelBad: "#35230f",
	selection: "#30353f",
	line: "#484b50",
	dim: "#78808c",
	muted: "#99a3b1",
	soft: "#c5c8cc",
	text: "#eceff3",
	accent: "#b9c7e8",
	accentDeep: "#909bb5",
	link: "#9ad7ff",
	good: "#56b4ff",
	bad: "#ff9e3d",
	warn: "#f5e663",
	keyword: "#e0a6d0",
	special: "#ffffff",
});
