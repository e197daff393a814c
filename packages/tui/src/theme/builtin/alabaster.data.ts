import { paletteTheme } from "../palette-theme.ts";

/** Light: black on white with few strong hues, for the highest contrast. */
export const alabaster = paletteTheme("alabaster", {
	page: "#ffffff",
	panel: "#f2f2f2",
	panelAccent: "#e1e5ec",
	panelGood: "#e3e8e4",
	panelBad: "#eadfdf",
	selection: "#d6e0ef",
	line: "#6a6a6a",
	dim: "#4d4d4d",
	muted: "#3a3a3a",
	soft: "#101010",
	text: "#000000",
	accent: "#003e9c",
	accentDeep: "#406eb5",
	link: "#00504a",
	good: "#00520f",
	bad: "#8c0009",
	warn: "#5c3d00",
	keyword: "#4b0f8a",
	special: "#7a0055",
});
